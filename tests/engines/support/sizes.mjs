// Pages, and the heights that their hosts must hear of. Used by the tests and in the page.
//
// `html` is what the page is, in a frame of 400 × 300 that gets every size that is sent. `act` runs in it once it is connected, and gets
// `wait(milliseconds)` and `until(height)`, which waits until the window has it and keeps it. `height` (or the least and the most) and `width` are
// what the host heard last, `messages` is how often at most, `code` what was noted. `context` is the host's `containerDimensions`, `frame` the
// frame's style at first and `later` that after a while, `except` the engine that cannot.

const PLAIN = "<style>body{margin:0}</style>";
const block = (height, more = "") => `<div style="height:${height};${more}"></div>`;

export const CASES = [
  // What the official library's way of measuring makes of them is known: endless growth, collapse, nothing, zero.
  { name: "plain", html: `${PLAIN}${block("137.4px")}`, height: 138, messages: 1 },
  { name: "100vh and a sibling", html: `${PLAIN}${block("100vh")}${block("20px")}`, height: 320, messages: 1 },
  { name: "min-height: 100vh in the default margin", html: `<div style="min-height:100vh">text</div>`, height: 316, messages: 1 },
  { name: "a child of 100 % in a page of 100 %", html: `<style>html,body{height:100%;margin:0}</style>${block("100%")}`, height: 300, messages: 1 },
  { name: "text in a child of 100 % in a page of 100 %", html: `<style>html,body{height:100%;margin:0}</style><div style="height:100%">text</div>`, height: 300, messages: 1 },
  { name: "a canvas in a flexible page of 100 %", html: `<style>html,body{height:100%;margin:0}body{display:flex}</style><canvas height="200" style="align-self:start"></canvas>`, height: 200, messages: 1 },
  { name: "absolute content", html: `${PLAIN}${block("50px")}${block("400px", "position:absolute;top:0")}`, height: 400, messages: 1 },
  { name: "an empty body", html: "", height: undefined, messages: 0 },
  { name: "an animation by script", html: `${PLAIN}<div id="a" style="height:40px"></div>`, act: async ({ wait, until }) => {
    for (let step = 1; step <= 10; step++) {
      document.getElementById("a").style.height = `${40 + step * 20}px`;
      await new Promise(requestAnimationFrame);
    }
  }, height: 240, messages: 12 },
  { name: "html of 100 %, important", html: `<style>html{height:100%!important}body{margin:0}</style>${block("137px")}`, height: 137, messages: 1 },
  { name: "hidden: visibility", html: `${PLAIN}${block("137px")}`, frame: "visibility:hidden", height: 137, messages: 1 },
  { name: "hidden: display, shown later", html: `${PLAIN}${block("137px")}`, frame: "display:none", later: "", height: 137, messages: 1 },
  { name: "hidden: display, 100vh, shown later", html: `${PLAIN}${block("100vh")}${block("20px")}`, frame: "display:none", later: "", height: 320, messages: 1 },
  { name: "no height at first", html: `${PLAIN}${block("137px")}`, frame: "height:0", height: 137, messages: 1 },
  { name: "after close() nothing is left", html: `${PLAIN}${block("50px")}`, act: async ({ wait, until }) => {
    widget.close();
    document.body.firstElementChild.nextElementSibling.style.height = "90px";
    await wait(300);
  }, height: 50, messages: 1 },

  // More of the window's height.
  { name: "three of 100vh", html: `${PLAIN}${block("100vh").repeat(3)}`, height: 900, messages: 1 },
  { name: "100dvh and a sibling", html: `${PLAIN}${block("100dvh")}${block("20px")}`, height: 320, messages: 1 },
  { name: "three of 50vh", html: `${PLAIN}${block("50vh").repeat(3)}`, height: 450, messages: 1 },
  { name: "150vh", html: `${PLAIN}${block("150vh")}`, height: 450, messages: 1 },
  { name: "100vh less something", html: `${PLAIN}${block("calc(100vh - 40px)")}`, height: 260, messages: 4 },
  { name: "100vh and something", html: `${PLAIN}${block("calc(100vh + 7px)")}`, height: 307, messages: 4 },
  { name: "the body in the middle: 100vh, flex", html: `<style>body{margin:0;display:flex;place-items:center;min-height:100vh}</style>${block("100px", "width:50px")}`, height: 100, messages: 1 },
  { name: "min-height: 100vh of the body, with margin and text", html: `<style>body{min-height:100vh;padding:10px 0 14px;line-height:20px}</style><p>text`, height: 8 + 10 + 16 + 20 + 16 + 14 + 8, messages: 1 },
  { name: "a column: head, rest, foot", html: `<style>body{margin:0}#a{min-height:100vh;display:flex;flex-direction:column}</style><div id="a">${block("40px")}<div style="flex:1">text</div>${block("30px")}</div>`, height: 300, messages: 1 },
  { name: "a margin of 100vh", html: `${PLAIN}${block("20px", "margin-top:100vh")}`, height: [320, 400], messages: 6, code: "size-loop" },
  { name: "absolute below the window", html: `${PLAIN}${block("20px", "position:absolute;top:100%")}`, height: [320, 400], messages: 6, code: "size-loop" },
  { name: "what has been animated, and stays so, or is for ever, may still follow the window", html: `${PLAIN}<style>@keyframes a{from{opacity:0}}</style>${block("100vh", "animation:a .05s forwards")}${block("100vh", "animation:a 1s infinite")}${block("20px")}`, act: async ({ wait }) => {
    await wait(200);
    document.querySelector("div:last-of-type").style.height = "30px";
  }, height: 630, messages: 6 },
  { name: "and may still loop", html: `${PLAIN}<style>@keyframes a{from{opacity:0}}</style>${block("20px", "margin-top:100vh;animation:a .01s forwards")}${block("0", "animation:a 1s infinite")}`, height: [320, 420], messages: 7, code: "size-loop" },
  { name: "a loop that is held follows its content", html: `${PLAIN}${block("20px", "margin-top:100vh")}`, act: async ({ wait, until }) => {
    await wait(1_500);
    const before = innerHeight;
    document.querySelector("div").style.height = "70px";
    await until(before + 50);
    document.querySelector("div").style.cssText = "height:150px";
    await until(150);
  }, height: 150, messages: 12, code: "size-loop" },
  { name: "an application that scrolls by itself", html: `${PLAIN}<div style="height:100vh;overflow:auto">${block("900px")}</div>`, height: 300, messages: 1 },

  // Growing and shrinking.
  { name: "grows and shrinks", html: `${PLAIN}<div id="a" style="height:100px"></div>`, act: async ({ wait, until }) => {
    for (const height of [500, 50, 1200, 80]) {
      document.getElementById("a").style.height = `${height}px`;
      await until(height);
    }
  }, height: 80, messages: 5 },
  ...["min-height:100vh", "min-height:100%", "display:flex;flex-direction:column;min-height:100vh"].flatMap((style) => [
    { name: `grows and shrinks in a body of ${style}`, html: `<style>html{height:100%}body{margin:0;${style}}</style><div id="a">text</div>`, act: async ({ wait, until }) => {
      for (const height of [500, 50, 1200, 80]) {
        document.getElementById("a").style.height = `${height}px`;
        await until(height);
      }
    }, height: 80, messages: 6 },
  ]),
  { name: "grows and shrinks in a box of min-height: 100vh", html: `${PLAIN}<div style="min-height:100vh"><p id="a" style="margin:0">text</p></div>`, act: async ({ wait, until }) => {
    for (const height of [500, 50, 1200, 80]) {
      document.getElementById("a").style.height = `${height}px`;
      await until(Math.max(height, 300));
    }
  }, height: 300, messages: 5 },
  { name: "shrinks in a box of min-height: 100vh that was full at first", html: `${PLAIN}<div style="min-height:100vh"><p id="a" style="margin:0;height:600px">text</p></div>`, act: async ({ wait, until }) => {
    await until(600);
    document.getElementById("a").style.height = "400px";
    await until(400);
  }, height: 400, messages: 3 },
  { name: "text of a box of a fixed height goes", html: `${PLAIN}<div style="height:500px"><p id="a" style="margin:0;height:480px">text</p></div>`, act: async ({ wait, until }) => {
    await wait(150);
    document.getElementById("a").remove();
  }, height: 500, messages: 1 },

  // What is late, and what sticks out.
  { name: "content that comes later", html: PLAIN, act: async ({ wait, until }) => {
    await wait(100);
    document.body.append(Object.assign(document.createElement("div"), { style: "height:77px" }));
  }, height: 77, messages: 1 },
  { name: "an image that loads late", html: `${PLAIN}<img id="a" style="display:block">`, act: async ({ wait, until }) => {
    await wait(100);
    document.getElementById("a").src = "data:image/svg+xml," + encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="20" height="90"/>');
  }, height: 90, messages: 2 },
  { name: "an image that loads late in a body of 100vh", html: `<style>body{margin:0;min-height:100vh}</style><img id="a" style="display:block">`, act: async ({ wait, until }) => {
    await wait(100);
    document.getElementById("a").src = "data:image/svg+xml," + encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="20" height="390"/>');
  }, height: 390, messages: 2 },
  { name: "a transition", html: `${PLAIN}<div id="a" style="height:40px;transition:height .3s"></div>`, act: async ({ wait, until }) => {
    await wait(50);
    document.getElementById("a").style.height = "240px";
    await wait(400);
  }, height: 240, messages: 40 },
  // The window follows such a box, always a little behind; it does not turn back on the way, by more than a step of the script (Firefox).
  ...["linear", "ease-in", "ease-out", "script"].map((timing) => ({
    name: `what the window follows grows and shrinks: ${timing}`,
    html: `${PLAIN}<div id="a" class="${timing}" style="height:40px;${timing === "script" ? "" : `transition:height .4s ${timing}`}"></div>`,
    act: async ({ until }) => {
      const { style, className } = document.getElementById("a");
      await until(40);
      for (const target of [640, 90, 500, 120, 333]) {
        const up = target > innerHeight;
        let last = innerHeight;
        const watch = () => {
          const back = (last - innerHeight) * (up ? 1 : -1);
          if (back > (className === "script" ? 11 : 0)) throw new Error(`on the way to ${target} from ${last} to ${innerHeight}`);
          last = innerHeight;
        };
        addEventListener("resize", watch);
        if (className === "script") {
          for (let height = innerHeight; Math.abs(height - target) > 11; ) {
            style.height = `${(height += up ? 11 : -11)}px`;
            await new Promise(requestAnimationFrame);
          }
        }
        style.height = `${target}px`;
        await until(target);
        removeEventListener("resize", watch);
      }
    },
    height: 333,
    messages: 300,
  })),
  { name: "a transition of what is inside", html: `${PLAIN}<div><p style="margin:0"><i id="a" style="display:block;height:40px;transition:height .5s linear"></i></p></div>`, act: async ({ until }) => {
    document.getElementById("a").style.height = "640px";
    await until(640);
  }, height: 640, messages: 80 },
  { name: "lines that stream in", html: `${PLAIN}<div id="a"></div>`, act: async ({ wait, until }) => {
    for (let line = 1; line <= 100; line++) {
      document.getElementById("a").insertAdjacentHTML("beforeend", '<p style="margin:0;height:20px">');
      await wait(8);
    }
    await until(2000);
  }, height: 2000, messages: 110 },
  { name: "portals come and go", html: `${PLAIN}${block("100px")}`, act: async ({ wait, until }) => {
    const portal = document.createElement("div");
    for (const height of [400, 600, 0, 120]) {
      portal.style = `position:absolute;top:0;left:0;width:10px;height:${height}px`;
      height ? document.body.append(portal) : portal.remove();
      await until(height || 100);
    }
  }, height: 120, messages: 5 },
  { name: "what sticks out of a box counts", html: `${PLAIN}<div style="height:50px"><div style="height:170px"></div></div>`, height: 170, messages: 1 },
  { name: "what is cut off does not", html: `${PLAIN}<div style="height:50px;overflow:hidden"><div style="height:170px"></div></div><div style="height:60px;overflow:auto">${block("999px")}</div>`, height: 110, messages: 1 },
  { name: "what is moved by transform counts where it is", html: `${PLAIN}${block("50px", "transform:translateY(30px) scaleY(2)")}`, height: 105, messages: 1 },
  { name: "fixed boxes count by their height", html: `${PLAIN}${block("137px")}${block("40px", "position:fixed;bottom:9px;left:0;width:9px")}`, height: 137, messages: 1 },
  { name: "what lies fixed over or under all of it does not count", html: `${PLAIN}${block("100%", "position:fixed;inset:0")}${block("137px")}`, height: 137, messages: 1 },
  { name: "what is in the middle of something fixed does", html: `${PLAIN}${block("50px")}<div style="position:fixed;inset:0;display:grid;place-items:center">${block("200px", "width:9px")}</div>`, height: 200, messages: 3 },
  { name: "a dialog that is open", html: `${PLAIN}${block("50px")}<dialog id="a" style="padding:0;border:0;max-height:none">${block("200px")}</dialog>`, act: async ({ wait, until }) => {
    const dialog = document.getElementById("a");
    dialog.showModal();
    await until(200);
    dialog.close();
  }, height: 50, messages: 3 },
  { name: "closed details", html: `${PLAIN}<details id="a" style="line-height:20px"><summary>more</summary>${block("300px")}</details>`, act: async ({ wait, until }) => {
    await wait(100);
    if (innerHeight > 30) throw new Error(`closed: ${innerHeight}`);
    document.getElementById("a").open = true;
  }, height: [320, 321], messages: 2 },
  { name: "margins that collapse through the body", html: `<style>p{margin:0 0 33px;line-height:20px}</style><section><p>text</p></section>`, height: 8 + 20 + 33, messages: 1 },
  { name: "margins that collapse in a body of 100vh", html: `<style>body{margin:0;min-height:100vh}p{margin:0 0 33px;line-height:20px}</style><section><p>text</p></section>`, height: 20 + 33, messages: 1 },
  { name: "something above the page, in a body of 100vh", html: `<style>body{margin:0;min-height:100vh}</style>${block("50px", "position:absolute;top:-30px")}${block("20px", "position:absolute;top:-5000px")}${block("137px")}`, height: 137, messages: 1 },
  { name: "the body is replaced", html: `${PLAIN}${block("50px")}`, act: async ({ wait, until }) => {
    const body = document.createElement("body");
    body.style.margin = 0;
    body.innerHTML = '<div style="height:90px"></div>';
    document.body.replaceWith(body);
    await wait(100);
    body.firstChild.style.height = "95px";
  }, height: 95, messages: 3 },
  // WebKitGTK lays it out no more.
  { name: "no document element for a while", except: "WebKitGTK", html: `${PLAIN}${block("50px")}`, act: async ({ wait }) => {
    const root = document.documentElement;
    root.remove();
    await wait(100);
    document.append(root);
    root.querySelector("div").style.height = "95px";
  }, height: 95, messages: 2 },
  { name: "document.open and write", html: `${PLAIN}${block("50px")}`, act: async ({ wait, until }) => {
    document.open();
    document.write('<!doctype html><body style="margin:0"><div style="height:90px"></div>');
    document.close();
    await wait(100);
    document.querySelector("div").style.height = "95px";
  }, height: 95, messages: 3 },
  // WebKitGTK says of its boxes how large they would be without.
  { name: "parts of pixels, zoomed", except: "WebKitGTK", html: `<style>html{zoom:1.1}body{margin:0}</style>${block("33.3px").repeat(3)}`, height: [110, 111], messages: 1 },
  { name: "display: contents, and boxes without height", html: `${PLAIN}<div style="display:contents"><div style="height:0">${block("60px")}</div></div>`, height: 60, messages: 1 },
  { name: "scrolled down", html: `${PLAIN}${block("900px")}`, context: { maxHeight: 200 }, act: async ({ wait, until }) => {
    scrollTo(0, 500);
    document.querySelector("div").style.height = "800px";
    await wait(150);
    document.querySelector("div").style.height = "150px";
  }, height: 150, messages: 2 },
  { name: "a shadow tree", html: `<style>html,body{height:100%;margin:0}</style><div id="a"></div>`, act: async ({ until }) => {
    document.getElementById("a").attachShadow({ mode: "open" }).innerHTML = '<div style="height:140px"></div>';
  }, height: 140, messages: 1 },

  // What the host says of the container.
  { name: "a fixed height", html: `${PLAIN}${block("137px")}`, context: { height: 400, width: 400 }, height: undefined, messages: 0 },
  { name: "a greatest height", html: `${PLAIN}${block("900px")}`, context: { maxHeight: 720 }, height: 720, messages: 1 },
  { name: "a flexible width: what fits says nothing", html: `${PLAIN}${block("137px")}`, context: { maxWidth: 700 }, height: 137, messages: 1 },
  { name: "a flexible width: what does not fit does", html: `${PLAIN}${block("137px", "width:520px")}`, context: { maxWidth: 700 }, height: 137, width: 520, messages: 2 },
  { name: "a flexible width that is not enough", html: `${PLAIN}${block("137px", "width:900px")}`, context: { maxWidth: 700 }, width: 700, height: 137, messages: 2 },
  { name: "a width that grows with the window", html: `${PLAIN}${block("137px", "width:calc(100vw + 9px)")}`, context: { maxWidth: 700 }, width: 409, height: 137, messages: 2 },
  { name: "turned off", html: `${PLAIN}${block("137px")}`, options: { autoResize: false }, height: undefined, messages: 0 },
  { name: "begun by hand, ended by hand", html: `${PLAIN}${block("137px")}`, options: { autoResize: false }, act: async ({ wait, until }) => {
    const end = widget.autoResize();
    if (widget.autoResize() !== end) throw new Error("begun twice");
    await wait(100);
    end();
    document.querySelector("div").style.height = "500px";
    await wait(300);
  }, height: 137, messages: 1 },
];
