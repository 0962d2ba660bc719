/** Data encrypted with a non-extractable key of this browser. */
export interface SecretBox {
  iv: Uint8Array<ArrayBuffer>;
  sealed: ArrayBuffer;
}

export const newBoxKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);

export async function sealBox(key: CryptoKey, content: unknown): Promise<SecretBox> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const bytes = new TextEncoder().encode(JSON.stringify(content));
  return { iv, sealed: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes) };
}

export async function openBox<Content>(key: CryptoKey, { iv, sealed }: SecretBox): Promise<Content> {
  const bytes = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed);
  return JSON.parse(new TextDecoder().decode(bytes)) as Content;
}
