import type { ImportKind } from '@aisle/contract/system/imports/import-kinds';
import type { ComponentType } from 'react';

/** What imports show of the domains that their records belong to; the router hands it in. */
export interface ImportParts {
  /** What comes after an import of this kind. */
  nextSteps: Partial<Record<ImportKind, ComponentType>>;
}
