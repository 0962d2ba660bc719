/** The data of a response with its message. Without a message, the response uses the message of its route. */
export class WithMessage<Data> {
  readonly data: Data;
  /** The data that a retry gets: without secrets, which are shown once. */
  readonly stored: Data;
  // Private, so that an object with the same fields isn't accepted instead.
  readonly #message: string | undefined;

  constructor(data: Data, message?: string, stored: Data = data) {
    this.data = data;
    this.stored = stored;
    this.#message = message;
  }

  get message(): string | undefined {
    return this.#message;
  }
}
