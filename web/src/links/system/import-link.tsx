import type { ImportKind } from '@aisle/contract/system/imports/import-kinds';
import { importAccess } from '@aisle/contract/system/imports/import-kinds';
import { IconFileImport } from '@tabler/icons-react';
import { useCan, useSignedIn } from '../../core/session/session.ts';
import { ButtonLink } from '../../ui/record/screen-link.tsx';

/** A link from a list to the import of its records, for users who can import them. */
export function ImportLink({ kind }: { kind: ImportKind }) {
  const mayImport = useCan(importAccess[kind].import);
  const isStore = useSignedIn().user.userType === 'store';
  if (!mayImport || (isStore && importAccess[kind].everywhere)) return null;
  return (
    <ButtonLink to="/imports" search={{ kind }} variant="default" leftSection={<IconFileImport size={16} />}>
      Import
    </ButtonLink>
  );
}
