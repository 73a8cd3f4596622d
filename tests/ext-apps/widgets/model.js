// What all of these widgets have in common besides their library: who they are, and how they look.

export const INFO = { name: "gifts", version: "1.0.0", title: "Gifts" };

export const text = (text) => ({ type: "text", text });

export const START = { occasion: "…", gifts: [], note: "", theme: "", host: "", mode: "" };
