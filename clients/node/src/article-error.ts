/** An error reply. Its class depends on its code, and `cause` is the error of the client. */
export class ArticleError extends Error {
  override readonly name: string = "ArticleError";
  /** The first word of the reply. */
  readonly code: string = "ERR";
  /** The HTTP status that suits it. */
  readonly status: number = 400;
  /** A text for visitors. */
  readonly text: string = "This request is not valid.";
}

/** An error reply of the server, which does not work now. */
export class ServerError extends ArticleError {
  override readonly name: string = "ServerError";
  override readonly code: string;
  override readonly status: number = 503;
  override readonly text: string = "This does not work at the moment. Try again later.";

  constructor(code: string, message: string, options: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
