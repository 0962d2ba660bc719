/** An email as far as support needs it, made by the worker. */
export interface ParsedMail {
  /** Null where the sender's program gave none. */
  messageId: string | null;
  inReplyTo: string | null;
  references: string[];
  from: { name: string | null; email: string } | null;
  /** Everybody it was sent to, and where it was delivered. */
  recipients: string[];
  subject: string;
  /** Of HTML: what it says, without pictures and scripts. */
  text: string;
  /** Names in lower case, the values of the first header of each. */
  headers: Record<string, string>;
  receivedTimes: number;
  isReport: boolean;
  /** Written to files beside the email. */
  attachments: MailAttachment[];
  /** The names of those that are neither pictures nor PDFs, too large or too many. */
  leftOut: string[];
}
export interface MailAttachment {
  name: string;
  path: string;
  bytes: number;
}
