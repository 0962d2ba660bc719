import type { ImportKind } from '@aisle/contract/system/imports/import-kinds';
import { importAccess } from '@aisle/contract/system/imports/import-kinds';
import { IconFileImport } from '@tabler/icons-react';
import { useCan, useSignedIn } from '../../core/session/session.ts';
import { ButtonLink } from '../../ui/record/screen-link.tsx';

export function useMayImport(kind: ImportKind): boolean {
  const mayImport = useCan(importAccess[kind].import);
  const isStore = useSignedIn().user.userType === 'store';
  return mayImport && !(isStore && importAccess[kind].everywhere);
}

interface ImportLinkProps {
  kind: ImportKind;
  label?: string;
}
/** A link from a list to the import of its records, for users who can import them. */
export function ImportLink({ kind, label = 'Import' }: ImportLinkProps) {
  if (!useMayImport(kind)) return null;
  return (
    <ButtonLink to="/imports" search={{ kind }} variant="default" leftSection={<IconFileImport size={16} />}>
      {label}
    </ButtonLink>
  );
}
