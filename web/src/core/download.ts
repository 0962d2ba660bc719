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

/**
 * Opens a file that the server writes in a new tab. The tab opens before the request, because browsers block tabs opened later.
 * Returns the response, or undefined after an error.
 */
export async function openFile<Made extends { url: string | null }>(
  write: () => Promise<Made>,
): Promise<Made | undefined> {
  const tab = window.open('', '_blank');
  try {
    const made = await write();
    if (made.url && tab) tab.location.href = made.url;
    else tab?.close();
    return made;
  } catch {
    // A toast reports the error.
    tab?.close();
  }
}
