import type { ProductImportField } from '@aisle/contract/catalog/product-import-fields';
import type { Unit } from '@aisle/contract/core/quantity';
import type { ImportMapping } from '@aisle/contract/system/import-fields';
import type { CellTexts } from '../../../system/imports/reading/row-reader.ts';
import { unitOf } from './cell-readers.ts';

type Texts = CellTexts<ProductImportField>;

/** "500 g" in the column of sizes is a size and its unit, and so is 0.5 below "Weight (kg)". */
export function withUnitOfSize(
  texts: Texts,
  { unitSize: column, unit }: ImportMapping,
): { texts: Texts; unit: Unit | undefined } {
  const { unitSize } = texts;
  if (unitSize === undefined) return { texts, unit: undefined };
  const [, figure, word] = /^([\d.,]+)\s*(\p{L}[\p{L}. ]{0,20})$/u.exec(unitSize) ?? [];
  const beside = word === undefined ? undefined : unitOf(word);
  if (figure !== undefined && beside !== undefined) {
    return { texts: { ...texts, unitSize: figure }, unit: beside };
  }
  const [, inHeading] = /[([]\s*(\p{L}[\p{L}. ]{0,40})[)\]]/u.exec(column ?? '') ?? [];
  const hasUnit = unit !== undefined && texts.unit !== undefined;
  return { texts, unit: inHeading === undefined || hasUnit ? undefined : unitOf(inHeading) };
}
