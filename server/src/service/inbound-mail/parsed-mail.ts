export interface MailAddress {
  name: string | null;
  /** Lowercase. */
  email: string;
}

/** The parts of an email that support needs, parsed in a worker thread. */
export interface ParsedMail {
  /** Null if the email has none. */
  messageId: string | null;
  /** The digest of the raw email. */
  fileDigest: string;
  /** The digest of subject, text and attachments, which is equal if an email is delivered twice. */
  contentDigest: string;
  inReplyTo: string | null;
  references: string[];
  from: MailAddress | null;
  replyTo: MailAddress[];
  /** All addressees, and the addresses it was delivered to. */
  recipients: string[];
  subject: string;
  /** The part that its author wrote. For HTML, the text without pictures and scripts. */
  text: string;
  quoted: string | null;
  /** Lowercase names with the first value of each header. */
  headers: Record<string, string>;
  receivedTimes: number;
  isReport: boolean;
  /** Stored as files beside the email. */
  attachments: MailAttachment[];
  /** The names of attachments that are neither pictures nor PDFs, too large or too many. */
  leftOut: string[];
}
export interface MailAttachment {
  name: string;
  path: string;
  bytes: number;
}
