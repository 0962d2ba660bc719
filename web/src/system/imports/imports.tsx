import { useSearch } from '@tanstack/react-router';
import { ImportList } from './import-list.tsx';
import { ImportView } from './import-view.tsx';
import type { ImportParts } from './upload/import-parts.ts';

/** The open import is in the URL, so that a reload keeps it. */
export function Imports(parts: ImportParts) {
  const { id } = useSearch({ from: '/shell/imports' });
  return typeof id === 'string' ? <ImportView key={id} id={id} parts={parts} /> : <ImportList />;
}
