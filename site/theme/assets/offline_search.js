// Search on pages that are opened as files. A browser then allows neither fetching the index nor a worker,
// so the index comes as a script, and a frame of this page does what the worker would do.
if (location.protocol === "file:") {
  document.write(`<script src="${site_base}/search/search_index.js"></script>`);

  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.body.appendChild(document.createElement("iframe"));
      frame.hidden = true;
      this.inside = frame.contentWindow;
      this.inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      const script = this.inside.document.createElement("script");
      this.ready = new Promise((loaded) => (script.onload = loaded));
      script.src = url;
      this.inside.document.body.append(script);
    }
    async postMessage(data) {
      await this.ready;
      this.inside.dispatchEvent(new MessageEvent("message", { data }));
    }
  };
}
