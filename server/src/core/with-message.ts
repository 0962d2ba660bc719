/** The data of a response and the message to send with it. Without a message, the response has the one of its route. */
export class WithMessage<Data> {
  readonly data: Data;
  // Private, so that an object that only has the same fields is not accepted in its place.
  readonly #message: string | undefined;

  constructor(data: Data, message?: string) {
    this.data = data;
    this.#message = message;
  }

  get message(): string | undefined {
    return this.#message;
  }
}
