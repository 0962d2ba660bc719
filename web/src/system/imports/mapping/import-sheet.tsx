import { type Import, importRoutes } from '@aisle/contract/system/imports/imports';
import { Select, Text } from '@mantine/core';
import { useWrite } from '../../../core/api.ts';
import { Panel } from '../../../ui/record/record-page.tsx';

/** Selects the sheet of a workbook, if several have rows. */
export function ImportSheet({ found }: { found: Import }) {
  const choosing = useWrite(importRoutes.chooseSheet, { quiet: true });
  if (found.sheets.length < 2) return null;
  return (
    <Panel>
      <Select
        label="Sheet"
        description="This file has several sheets with data. Import one at a time."
        data={found.sheets}
        value={choosing.isPending ? choosing.variables.body.sheet : found.sheet}
        disabled={choosing.isPending}
        maw={420}
        onChange={(sheet) => {
          if (sheet && sheet !== found.sheet) {
            choosing.mutate({ params: { id: found._id }, body: { sheet } });
          }
        }}
      />
      {choosing.error && (
        <Text size="sm" c="var(--aisle-bad)" mt={4} role="alert">
          {choosing.error.message}
        </Text>
      )}
    </Panel>
  );
}
