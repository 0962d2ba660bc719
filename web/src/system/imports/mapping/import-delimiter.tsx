import { type Import, importDelimiters, importRoutes } from '@aisle/contract/system/imports/imports';
import { Select, Text } from '@mantine/core';
import { useWrite } from '../../../core/api.ts';
import { Panel } from '../../../ui/record/record-page.tsx';

type Delimiter = (typeof importDelimiters)[number];
const labels: Record<Delimiter, string> = {
  ',': 'Comma ( , )',
  ';': 'Semicolon ( ; )',
  '\t': 'Tab',
  '|': 'Vertical bar ( | )',
};

/** Selects the delimiter of a text file. */
export function ImportDelimiter({ found }: { found: Import }) {
  const choosing = useWrite(importRoutes.chooseDelimiter, { quiet: true });
  if (found.sheet !== null) return null;
  const value = choosing.isPending ? choosing.variables.body.delimiter : found.delimiter;
  const isNamed = importDelimiters.some((delimiter) => delimiter === found.delimiter);
  return (
    <Panel>
      <Select
        label="Cells are separated by"
        description="Change this if the columns below look wrong."
        data={[
          ...(isNamed ? [] : [{ value: found.delimiter, label: found.delimiter }]),
          ...importDelimiters.map((delimiter) => ({ value: delimiter, label: labels[delimiter] })),
        ]}
        value={value}
        disabled={choosing.isPending}
        maw={420}
        allowDeselect={false}
        onChange={(delimiter) => {
          if (delimiter && delimiter !== found.delimiter) {
            choosing.mutate({
              params: { id: found._id },
              body: { delimiter: delimiter as Delimiter },
            });
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
