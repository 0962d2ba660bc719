import { splitList } from '@aisle/contract/catalog/listed-values';
import { maxPicturesOfRow } from '@aisle/contract/catalog/product-import-fields';
import { looksPrivate } from '../../../core/http/outside/private-addresses.ts';
import { trimEnds } from '../../../core/trim-text.ts';
import type { Reader } from '../../../system/imports/reading/cell-readers.ts';

const beforeAddress = /[\s,|](?=https?:\/\/)/i;
const afterName = /(?<=\.(?:jpe?g|png|webp|avif))\s*[,|]\s*/i;
const longest = 2000;
const longestName = 500;

/**
 * Reads picture addresses as other shops list them ("https://a.example/1.jpg, https://a.example/2.jpg"), and names of files in
 * a ZIP.
 */
export const pictures: Reader = (cell) => {
  const parts = splitList(cell)
    .flatMap((part) => part.split(beforeAddress))
    .flatMap((part) => (isAddress(part) ? [part] : part.split(afterName)))
    .map((part) => trimEnds(part, /[\s,|]/));
  const named = [...new Set(parts.filter((part) => part !== ''))];
  if (named.length > maxPicturesOfRow) return { wrong: `At most ${maxPicturesOfRow} pictures in a row` };
  const isWrong = named.some((one) => (isAddress(one) ? !isUsable(one) : !isFileName(one)));
  return isWrong
    ? {
        wrong:
          'Enter addresses that start with https://, or names of files in the ZIP, separated by semicolons',
      }
    : { value: named };
};

/** Whether the text is an Internet address; otherwise it names a file in a ZIP. */
export const isAddress = (text: string): boolean => /^[a-z][a-z\d+.-]*:\/\//i.test(text);
const isFileName = (text: string): boolean => text.length <= longestName && /\.\w{2,5}$/.test(text);

/** The request to an internal address is rejected later, unless the settings allow it. */
function isUsable(address: string): boolean {
  const url = URL.parse(address);
  if (!url || address.length > longest || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && looksPrivate(url));
}

const ofOwnFile = /\/files\/(images\/([0-9a-f-]{36}))\/(?:small|medium|large)\.webp(?:\?|$)/;
/** The file ID in an address that this installation issued. Signatures expire, but the file ID stays the same. */
export const ownFileOf = (address: string): string | undefined => ofOwnFile.exec(address)?.[2];
/** Equal for two addresses of the same picture. */
export const pictureKey = (address: string): string => ownFileOf(address) ?? address;
