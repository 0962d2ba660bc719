import { pluralize } from '@aisle/contract/core/pluralize';
import { type Import, importRoutes } from '@aisle/contract/system/imports/imports';
import { Button, FileButton, Group, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useWrite } from '../../../core/api.ts';
import { Panel } from '../../../ui/record/record-page.tsx';
import { sizeProblem, zipTypes } from './import-upload.ts';

interface ImportPicturesProps {
  found: Import;
  /** Whether the rows were checked; another ZIP checks them again. */
  isChecked?: boolean;
}
/** The ZIP of pictures that belongs to the table. */
export function ImportPictures({ found, isChecked = false }: ImportPicturesProps) {
  const [share, setShare] = useState(0);
  const adding = useWrite(importRoutes.addPictures, { quiet: true, onProgress: setShare });
  const checking = useWrite(importRoutes.dryRun, { quiet: true });
  // Resets the input, so that the same file can be chosen again.
  const reset = useRef<() => void>(null);
  const [problem, setProblem] = useState<string>();
  if (!found.takesPictures) return null;
  const { _id, archive, mapping, options } = found;

  async function add(file: File | null): Promise<void> {
    reset.current?.();
    if (!file) return;
    setProblem(sizeProblem(file));
    if (sizeProblem(file) !== undefined) return;
    setShare(0);
    try {
      await adding.mutateAsync({ params: { id: _id }, files: { pictures: file } });
      if (isChecked) await checking.mutateAsync({ params: { id: _id }, body: { mapping, options } });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  }
  return (
    <Panel title="Pictures">
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" flex="1 1 220px">
          {archive
            ? `${archive.name} · ${pluralize(archive.pictures, 'picture')}`
            : 'Rows can name pictures by https addresses, or by the names of files in a ZIP that you add here.'}
        </Text>
        <FileButton resetRef={reset} accept={zipTypes} onChange={(file) => void add(file)}>
          {(props) => (
            <Button {...props} variant="default" loading={adding.isPending || checking.isPending}>
              {archive ? 'Replace ZIP' : 'Add ZIP'}
            </Button>
          )}
        </FileButton>
      </Group>
      {adding.isPending && (
        <Text size="sm" c="dimmed" role="status">
          {share < 1 ? `Uploading: ${Math.round(share * 100)}%` : 'Reading the ZIP…'}
        </Text>
      )}
      {problem && (
        <Text size="sm" c="var(--aisle-bad)" role="alert">
          {problem}
        </Text>
      )}
    </Panel>
  );
}
