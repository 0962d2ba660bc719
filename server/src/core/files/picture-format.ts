/** The number of leading bytes that identify a picture's format. */
export const pictureHead = 12;

/** Whether these leading bytes are those of a JPEG, PNG, WebP or AVIF picture. The file's name doesn't matter. */
export function beginsAsPicture(head: Buffer): boolean {
  const text = head.toString('latin1');
  return (
    text.startsWith('\xff\xd8\xff') ||
    text.startsWith('\x89PNG\r\n\x1a\n') ||
    /^RIFF.{4}WEBP/s.test(text) ||
    /^.{4}ftypavi[fs]/s.test(text)
  );
}
