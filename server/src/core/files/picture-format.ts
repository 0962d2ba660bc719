/** So many bytes at its beginning tell what a picture is. */
export const pictureHead = 12;

/** Whether a file that begins like this is a JPEG, PNG, WebP or AVIF picture: its content says so, not its name. */
export function beginsAsPicture(head: Buffer): boolean {
  const text = head.toString('latin1');
  return (
    text.startsWith('\xff\xd8\xff') ||
    text.startsWith('\x89PNG\r\n\x1a\n') ||
    /^RIFF.{4}WEBP/s.test(text) ||
    /^.{4}ftypavi[fs]/s.test(text)
  );
}
