import type { ImportKind } from '@aisle/contract/system/imports/import-kinds';
import type { ComponentType } from 'react';

/** Components of domains that the imported records belong to; passed in by the router. */
export interface ImportParts {
  /** The next steps after an import of this kind. */
  nextSteps: Partial<Record<ImportKind, ComponentType>>;
}
