import {
  addsNew,
  type ImportMapping,
  type ImportOptions,
  missingImportFields,
} from '@aisle/contract/system/imports/import-fields';
import type { Import } from '@aisle/contract/system/imports/imports';
import { Alert, Button, Text } from '@mantine/core';

interface NothingAddedProps {
  found: Import;
  mapping: ImportMapping;
  options: ImportOptions;
  onAdd: () => void;
}

/** Says before the check that rows without a match will be errors, and why. */
export function NothingAdded({ found, mapping, options, onAdd }: NothingAddedProps) {
  if (!found.adds || addsNew(found, mapping, options)) return null;
  const missing = missingImportFields(found, mapping, { ...options, addNew: true });
  const names = missing.map((field) => found.fields[field]!.label.toLowerCase());
  const hasSections = missing.length === 1 && missing[0] === 'category';
  return (
    <Alert color="yellow" variant="light" role="note">
      <Text size="sm">
        {names.length > 0 && `To add new ones, choose a column for ${names.join(', ')}`}
        {hasSections && ', choose one category for all rows, or use section names as categories'}
        {names.length > 0 && '. '}
        Rows without a match will be errors.
      </Text>
      {missing.length === 0 && (
        <Button variant="default" size="xs" mt="xs" onClick={onAdd}>
          Add them
        </Button>
      )}
    </Alert>
  );
}
