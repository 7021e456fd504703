// The connection to a table: comes back by itself, and sends an action again that may have been lost.

const SHORTEST = 300;
const LONGEST = 8000;

export class Connection {
  /** `handlers` has a function for every type of message, and `state`, which hears how the connection does. */
  constructor(table, token, handlers) {
    this.token = token;
    this.handlers = handlers;
    this.address = new URL(`/api/tables/${encodeURIComponent(table)}/socket`, location.href);
    this.address.protocol = this.address.protocol.replace("http", "ws");
    this.waiting = null;
    this.pause = SHORTEST;
    this.open();
    addEventListener("online", () => this.retry());
  }

  open() {
    this.socket = new WebSocket(this.address);
    this.socket.addEventListener("open", () => this.send({ do: "hello", token: this.token, pictures: true }));
    this.socket.addEventListener("message", (event) => this.receive(JSON.parse(event.data)));
    this.socket.addEventListener("close", (event) => this.closed(event.code));
  }

  receive(message) {
    if (message.type === "welcome") {
      this.pause = SHORTEST;
      this.handlers.state("connected");
      if (this.waiting) this.send(this.waiting);
    }
    if (message.type === "refused" || message.at > this.waiting?.at) this.waiting = null; // it was answered
    this.handlers[message.type](message);
  }

  closed(code) {
    if (code === 4000) {
      this.handlers.state("turned away");
      return; // the reason came before, and asking again would not change it
    }
    this.handlers.state("reconnecting");
    this.timer = setTimeout(() => this.open(), this.pause * (0.75 + Math.random() / 2));
    this.pause = Math.min(LONGEST, this.pause * 2);
  }

  retry() {
    if (this.socket.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.timer);
    this.open();
  }

  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Act in position `at`. It counts once, however often it is sent. */
  act(at, action) {
    if (this.waiting) return; // one thing at a time
    this.waiting = { do: "act", at, action };
    this.send(this.waiting);
  }

  /** Ask why some actions are not legal. */
  ask(actions) {
    this.send({ do: "ask", actions });
  }
}
