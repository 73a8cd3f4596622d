// The widget of the demo as a person meets it: by labels and roles.

/** The widget that stands in no frame. */
export const straight = (page) => new WidgetPage(page, 0, page);

export class WidgetPage {
  constructor(page, index = 0, frame = undefined) {
    this.page = page;
    this.index = index;
    this.element = page.locator("iframe").nth(index);
    this.frame = frame ?? this.element.contentFrame();
    this.occasion = this.frame.getByLabel("Occasion");
    this.recipient = this.frame.getByLabel("For whom");
    this.budget = this.frame.getByRole("textbox", { name: "Budget" });
    this.category = this.frame.getByLabel("Category");
    this.suggestButton = this.frame.getByRole("button", { name: "Suggest gifts" });
    this.cancelButton = this.frame.getByRole("button", { name: "Cancel" });
    this.status = this.frame.getByRole("status");
    this.cards = this.frame.getByRole("article");
    this.message = this.frame.locator("#message");
    this.room = this.frame.getByRole("button", { name: /^(More room|Less room)$/ });
    this.shortlist = this.frame.getByRole("region", { name: "Your shortlist" });
    this.kept = this.shortlist.getByRole("listitem");
  }

  /** Waits until cards are there and nothing is under way. */
  async settled() {
    await this.status.filter({ hasText: /^\d+ ideas?/ }).waitFor();
    await this.frame.locator(".stage[aria-busy=false]").waitFor();
  }

  /** Waits for a message with this title. */
  async told(title) {
    await this.message.getByText(title, { exact: true }).waitFor();
  }

  async suggest(budget) {
    if (budget !== undefined) await this.budget.fill(String(budget));
    await this.suggestButton.click();
  }

  /** Sets what stands under "Try the other states". */
  async trial({ delay, limit, mistyped }) {
    const details = this.frame.locator("#details");
    if (!(await details.evaluate((element) => element.open))) await details.locator("summary").click();
    if (delay !== undefined) await this.frame.getByLabel("The server takes").selectOption(String(delay));
    if (limit !== undefined) await this.frame.getByLabel("Give up after").selectOption(String(limit));
    if (mistyped !== undefined) await this.frame.getByLabel("Send the budget as text").setChecked(mistyped);
  }

  /** The names on the cards. */
  names = () => this.cards.getByRole("heading").allTextContents();

  /** The prices on the cards, as numbers. */
  async prices() {
    const texts = await this.cards.locator(".price").allTextContents();
    return texts.map((text) => Number(text.replace(/[^\d.]/g, "")));
  }

  /** The parts of a card: its buttons, its link, and the line that says what came of them. */
  card(index) {
    const card = this.cards.nth(index);
    return {
      keep: card.getByRole("button", { name: /^Shortlist / }),
      choose: card.getByRole("button", { name: /^(Choose|Chosen): / }),
      link: card.getByRole("link"),
      note: card.locator(".said"),
    };
  }

  /** What the host page says that the model knows from this widget. */
  get known() {
    return this.page.getByRole("region", { name: "What the model knows" }).locator(".known").nth(this.index);
  }

  /** The frames between host and widget so far. */
  async frames() {
    const all = await this.page.evaluate(() => window.giftHost.frames);
    return all.filter((frame) => frame.widget === this.index);
  }

  /** The messages of one method so far. */
  async sent(method, direction = "in") {
    return (await this.frames())
      .filter((frame) => frame.direction === direction && frame.message.method === method)
      .map((frame) => frame.message);
  }

  /** The same once there are some; what the widget posts takes a moment to arrive. */
  async eventuallySent(method) {
    await this.page.waitForFunction(
      ([index, name]) => window.giftHost.frames.some(({ widget, message }) => widget === index && message.method === name),
      [this.index, method],
    );
    return this.sent(method);
  }

  /** The last reply that the host sent. */
  async lastReply() {
    return (await this.frames()).filter(({ direction, message }) => direction === "out" && !("method" in message)).at(-1)?.message;
  }
}
