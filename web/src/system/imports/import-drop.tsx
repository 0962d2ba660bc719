import type { ImportKind } from '@aisle/contract/system/import-kinds';
import { importRoutes } from '@aisle/contract/system/imports';
import { Button, Loader, Select, Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { kindWords, useImportableKinds } from './import-kinds.ts';
import classes from './imports.module.css';

const maxBytes = 50 * 1024 * 1024;

/** Uploads a chosen or dropped CSV file or workbook, and opens its columns. */
export function ImportDrop({ kind: preferred }: { kind: ImportKind | undefined }) {
  const kinds = useImportableKinds();
  const [chosen, setChosen] = useState<ImportKind>();
  const kind = chosen ?? kinds.find((one) => one === preferred) ?? kinds[0]!;
  const words = kindWords[kind];
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const uploading = useWrite(importRoutes.upload, { quiet: true });
  const [isOver, setOver] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function take(file: File | undefined): Promise<void> {
    if (!file) return;
    if (file.size > maxBytes) return setProblem(`${file.name} is larger than 50 MB`);
    setProblem(undefined);
    try {
      const { _id } = await uploading.mutateAsync({ body: { kind }, files: { file } });
      await navigate({ to: '/imports', search: { id: _id } });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  }

  return (
    <section
      className={classes.drop}
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
        if (!uploading.isPending) void take(event.dataTransfer.files[0]);
      }}
    >
      {uploading.isPending ? (
        <Loader size={28} color="teal" aria-hidden />
      ) : (
        <IconFileUpload size={28} aria-hidden />
      )}
      <div className={classes.dropText}>
        <Text fw={500}>
          {uploading.isPending ? 'Reading the file…' : `Drop a CSV or Excel file of ${words.many} here`}
        </Text>
        <Text size="sm" c="dimmed">
          {words.hint} Up to 50 MB. Nothing changes until you confirm.
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
          data={kinds.map((value) => ({ value, label: kindWords[value].label }))}
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
        accept=".csv,.tsv,.txt,.xlsx,.xlsm,text/csv"
        hidden
        aria-label={`File of ${words.many}`}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          void take(file);
        }}
      />
    </section>
  );
}
