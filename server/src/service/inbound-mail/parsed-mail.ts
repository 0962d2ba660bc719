export interface MailAddress {
  name: string | null;
  /** In lower case. */
  email: string;
}

/** An email as far as support needs it, made in a thread. */
export interface ParsedMail {
  /** Null where the sender's program gave none. */
  messageId: string | null;
  /** Of the email as it came in. */
  fileDigest: string;
  /** Of subject, text and attachments: equal for an email that was delivered twice. */
  contentDigest: string;
  inReplyTo: string | null;
  references: string[];
  from: MailAddress | null;
  replyTo: MailAddress[];
  /** Everybody it was sent to, and where it was delivered. */
  recipients: string[];
  subject: string;
  /** The part that its author wrote. Of HTML: the text, without pictures and scripts. */
  text: string;
  quoted: string | null;
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
