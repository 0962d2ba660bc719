/**
 * Opens a file in a new tab once its address is known. The tab opens before the request, because browsers block tabs that open
 * later. Returns nothing if the request failed, which its caller has reported.
 */
export async function openInTab<Answer extends { url: string | null }>(
  request: Promise<Answer>,
): Promise<Answer | undefined> {
  const tab = window.open('', '_blank');
  try {
    const answer = await request;
    if (answer.url && tab) tab.location.href = answer.url;
    else tab?.close();
    return answer;
  } catch {
    tab?.close();
    return undefined;
  }
}
