/** Addresses of files open for 15 minutes: a screen that shows some asks for new ones before that. */
export const filesAgainMs = 10 * 60_000;

/** Takes a file home without leaving the page. */
export function download(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

/** Takes a text home as a file that the browser makes itself. */
export function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
