import { splitList } from '@aisle/contract/catalog/listed-values';
import { maxPicturesOfRow } from '@aisle/contract/catalog/product-import-fields';
import { looksPrivate } from '../../core/http/private-addresses.ts';
import type { Reader } from '../../system/imports/cell-readers.ts';

const between = /[\s,|]+(?=https?:\/\/)/i;
const longest = 2000;

/** The addresses of pictures, as other shops list them: "https://a.example/1.jpg, https://a.example/2.jpg". */
export const pictures: Reader = (cell) => {
  const addresses = [...new Set(splitList(cell).flatMap((part) => part.split(between)))].filter(
    (address) => address !== '',
  );
  if (addresses.length > maxPicturesOfRow) return { wrong: `At most ${maxPicturesOfRow} pictures in a row` };
  const wrong = addresses.find((address) => !isUsable(address));
  return wrong === undefined
    ? { value: addresses }
    : { wrong: 'Enter addresses that start with https://, separated by semicolons' };
};

/** An address inside is refused when it is called, unless the settings allow it. */
function isUsable(address: string): boolean {
  const url = URL.parse(address);
  if (!url || address.length > longest || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && looksPrivate(url));
}

const ofOwnFile = /\/files\/(images\/([0-9a-f-]{36}))\/(?:small|medium|large)\.webp(?:\?|$)/;
/** The file of an address that this installation gave out; a signature ends, a file keeps its id. */
export const ownFileOf = (address: string): string | undefined => ofOwnFile.exec(address)?.[2];
/** Equal for two addresses of the same picture. */
export const pictureKey = (address: string): string => ownFileOf(address) ?? address;
