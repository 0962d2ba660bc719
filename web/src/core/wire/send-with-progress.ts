/** Like fetch, but reports the upload progress, which fetch can't. */
export function sendWithProgress(
  url: string,
  { method, headers, body, signal }: RequestInit,
  onProgress: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method ?? 'POST', url);
    new Headers(headers).forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    request.responseType = 'arraybuffer';
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () =>
      resolve(
        new Response(request.response as ArrayBuffer, {
          status: request.status,
          statusText: request.statusText,
          headers: { 'content-type': request.getResponseHeader('content-type') ?? '' },
        }),
      );
    request.onerror = () => reject(new TypeError("Couldn't send the request"));
    request.onabort = () => reject(new DOMException('Aborted', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort());
    request.send(body as XMLHttpRequestBodyInit | null);
  });
}
