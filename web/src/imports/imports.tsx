import { useSearch } from '@tanstack/react-router';
import { ImportList } from './import-list.tsx';
import { ImportView } from './import-view.tsx';

/** The URL says which import is open, so that it is found again after a reload. */
export function Imports() {
  const { id } = useSearch({ strict: false }) as { id?: unknown };
  return typeof id === 'string' ? <ImportView key={id} id={id} /> : <ImportList />;
}
