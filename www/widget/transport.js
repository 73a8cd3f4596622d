// What carries the widget's messages. In a host that is `postMessage`, which needs no word of ours; ../straight does without a host.
export const transport = undefined;
