// Reports go to the server: thus opening a page is all that a browser's driver has to do.

export const send = (name, report) => fetch("/report", { method: "POST", body: JSON.stringify({ name, report }) });
