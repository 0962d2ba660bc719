import type { ImportKind } from '@aisle/contract/system/imports/import-kinds';
import { importRoutes } from '@aisle/contract/system/imports/imports';
import { Button, Loader, Select, Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useWrite } from '../../../core/api.ts';
import { importKindLabels, useImportableKinds } from '../import-kinds.ts';
import classes from '../imports.module.css';
import { tableTypes, uploadOf, zipTypes } from './import-upload.ts';

/** Uploads a chosen or dropped CSV file or workbook, then opens the mapping of its columns. */
export function ImportDrop({ kind: preferred }: { kind: ImportKind | undefined }) {
  const kinds = useImportableKinds();
  const [chosen, setChosen] = useState<ImportKind>();
  const kind = chosen ?? kinds.find((one) => one === preferred) ?? kinds[0]!;
  const words = importKindLabels[kind];
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const [share, setShare] = useState(0);
  const uploading = useWrite(importRoutes.upload, { quiet: true, onProgress: setShare });
  const [isOver, setOver] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function take(chosenFiles: readonly File[]): Promise<void> {
    if (chosenFiles.length === 0) return;
    const files = uploadOf(chosenFiles, words.takesPictures ?? false);
    if (typeof files === 'string') return setProblem(files);
    setProblem(undefined);
    setShare(0);
    try {
      const { _id } = await uploading.mutateAsync({ body: { kind }, files: { ...files } });
      await navigate({ to: '/imports', search: { id: _id } });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  }

  const progress = share > 0 && share < 1 ? `Uploading: ${Math.round(share * 100)}%` : 'Reading the file…';
  return (
    <section
      className={`row wrap gap-3 gap-x-4 secondary ${classes.drop}`}
      data-over={isOver || undefined}
      aria-label="New import"
      aria-busy={uploading.isPending}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (!uploading.isPending) void take([...event.dataTransfer.files]);
      }}
    >
      {uploading.isPending ? (
        <Loader size={28} color="teal" aria-hidden />
      ) : (
        <IconFileUpload size={28} aria-hidden />
      )}
      <div className={classes.dropText}>
        <Text fw={500}>
          {uploading.isPending ? progress : `Drop a CSV or Excel file of ${words.many} here`}
        </Text>
        <Text size="sm" c="dimmed">
          {words.hint} Up to 50 MB{words.takesPictures && ', a ZIP up to 500 MB'}. Nothing changes until you
          confirm.
        </Text>
        {problem && (
          <Text size="sm" c="var(--aisle-bad)" role="alert">
            {problem}
          </Text>
        )}
      </div>
      {kinds.length > 1 && (
        <Select
          aria-label="Kind of file"
          data={kinds.map((value) => ({ value, label: importKindLabels[value].label }))}
          value={kind}
          allowDeselect={false}
          disabled={uploading.isPending}
          w={160}
          onChange={(next) => setChosen(next as ImportKind)}
        />
      )}
      <Button disabled={uploading.isPending} onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <input
        ref={input}
        type="file"
        accept={words.takesPictures ? `${tableTypes},${zipTypes}` : tableTypes}
        multiple={words.takesPictures ?? false}
        hidden
        aria-label={`File of ${words.many}`}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          void take(files);
        }}
      />
    </section>
  );
}
