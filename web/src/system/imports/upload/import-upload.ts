/** The limits of the server. */
const maxTable = 50 * 1024 * 1024;
const maxZip = 500 * 1024 * 1024;
export const tableTypes = '.csv,.tsv,.txt,.xlsx,.xlsm,text/csv';
export const zipTypes = '.zip,application/zip';

const isZip = ({ name }: File): boolean => /\.zip$/i.test(name);
export const sizeProblem = (file: File): string | undefined => {
  const isTooLarge = file.size > (isZip(file) ? maxZip : maxTable);
  return isTooLarge ? `${file.name} is larger than ${isZip(file) ? '500' : '50'} MB` : undefined;
};

interface Upload {
  file: File;
  pictures?: File;
}
/** Accepts a table, a ZIP of a table with its pictures, or a table and a ZIP. Otherwise returns the error. */
export function uploadOf(files: readonly File[], takesPictures: boolean): Upload | string {
  const [first, second, ...others] = files;
  const zips = files.filter(isZip);
  if (!first || others.length > 0 || (second && (!takesPictures || zips.length !== 1))) {
    return takesPictures ? 'Choose one table, or one table and one ZIP of its pictures' : 'Choose one file';
  }
  const problem = files.map(sizeProblem).find((one) => one !== undefined);
  if (problem !== undefined) return problem;
  if (!second) return { file: first };
  return isZip(first) ? { file: second, pictures: first } : { file: first, pictures: second };
}
