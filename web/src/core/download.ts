/** File URLs are valid for 15 minutes: screens that show files request new URLs before that. */
export const fileUrlRefreshMs = 10 * 60_000;

/** Downloads a file without leaving the page. */
export function download(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

/** Downloads a text as a file created in the browser. */
export function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
