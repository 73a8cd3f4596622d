/** What the model "has called" in the conversation. */
export const FIRST_CALL = { occasion: "birthday", budget: 100, recipient: "friend who loves board games" };
