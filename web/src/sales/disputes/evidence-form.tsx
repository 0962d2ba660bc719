import {
  type Dispute,
  DisputeEvidence,
  disputeFunders,
  disputeRoutes,
  type EvidenceFileKind,
  type EvidenceKey,
  evidenceFileKinds,
  evidenceFileLabels,
  evidenceKeys,
  evidenceLabels,
  maxEvidenceBytes,
} from '@aisle/contract/sales/disputes';
import { FileInput, Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { useWrite } from '../../core/api.ts';
import { useSignedIn } from '../../core/session/session.ts';
import { FormDrawer } from '../../ui/form/form-drawer.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';

const DisputeFields = z.object({ evidence: DisputeEvidence, fundedBy: z.enum(disputeFunders) });
type DisputeFields = z.infer<typeof DisputeFields>;

const toValues = (dispute?: Dispute) => ({
  evidence: Object.fromEntries(evidenceKeys.map((key) => [key, dispute?.evidence[key] ?? ''])) as Record<
    EvidenceKey,
    string
  >,
  fundedBy: dispute?.fundedBy ?? ('marketplace' as const),
});

const lines: ReadonlySet<EvidenceKey> = new Set([
  'customerName',
  'customerEmail',
  'shippingAddress',
  'serviceDate',
  'shippingDate',
]);
const funderChoices = [
  { value: 'marketplace', label: 'Marketplace' },
  { value: 'location', label: 'Location, on its next statement' },
];

/** Edits the draft of the evidence, and who pays for a lost dispute. */
export function EvidenceForm({ dispute, onClose }: { dispute: Dispute; onClose: () => void }) {
  const form = useZodForm(DisputeFields, toValues, dispute);
  const edit = useWrite(disputeRoutes.editEvidence);
  const [files, setFiles] = useState<Partial<Record<EvidenceFileKind, File | null>>>({});
  const { canSubmit, evidenceFiles } = dispute;
  const isEverywhere = useSignedIn().user.locations.length === 0;
  const isTooLarge = bytesOf(dispute, files) > maxEvidenceBytes;

  function save({ evidence, fundedBy }: DisputeFields, version: number): Promise<Dispute> | Promise<null> {
    if (isTooLarge) return Promise.resolve(null);
    const removeFiles = evidenceFiles.filter(({ kind }) => files[kind] === null).map(({ _id }) => _id);
    return edit.mutateAsync({
      params: { id: dispute._id },
      body: { evidence, fundedBy, version, ...(removeFiles.length > 0 && { removeFiles }) },
      files: Object.fromEntries(Object.entries(files).filter(([, file]) => file)),
    });
  }

  return (
    <FormDrawer title={`Edit ${dispute.number}`} form={form} save={save} onClose={onClose}>
      {isEverywhere && (
        <Select
          label="Paid by if lost"
          data={funderChoices}
          allowDeselect={false}
          {...form.getInputProps('fundedBy')}
        />
      )}
      {canSubmit &&
        evidenceKeys.map((key) => {
          const Field = lines.has(key) ? TextInput : Textarea;
          const props = form.getInputProps(`evidence.${key}`);
          return (
            <Field
              key={key}
              label={evidenceLabels[key]}
              {...(!lines.has(key) && { autosize: true, minRows: 3, maxRows: 12 })}
              {...props}
            />
          );
        })}
      {canSubmit &&
        evidenceFileKinds.map((kind) => (
          <FileField
            key={kind}
            kind={kind}
            stored={evidenceFiles.find((file) => file.kind === kind)?.name}
            file={files[kind]}
            error={isTooLarge && files[kind] ? 'At most 4.5 MB together' : undefined}
            onChange={(file) => setFiles({ ...files, [kind]: file })}
          />
        ))}
    </FormDrawer>
  );
}

/** The size of all files as they would be after saving. */
function bytesOf({ evidenceFiles }: Dispute, files: Partial<Record<EvidenceFileKind, File | null>>): number {
  const kept = evidenceFiles.filter(({ kind }) => files[kind] === undefined);
  const added = Object.values(files).reduce((sum, file) => sum + (file?.size ?? 0), 0);
  return kept.reduce((sum, { bytes }) => sum + bytes, 0) + added;
}

interface FileFieldProps {
  kind: EvidenceFileKind;
  /** The name of the stored file. */
  stored: string | undefined;
  /** Undefined if unchanged, null if removed. */
  file: File | null | undefined;
  error: string | undefined;
  onChange: (file: File | null) => void;
}
function FileField({ kind, stored, file, error, onChange }: FileFieldProps) {
  const shown = file === undefined && stored ? new File([], stored) : (file ?? null);
  return (
    <FileInput
      label={evidenceFileLabels[kind]}
      placeholder="PDF, JPEG or PNG"
      accept="application/pdf,image/jpeg,image/png"
      clearable
      clearButtonProps={{ 'aria-label': `Remove ${evidenceFileLabels[kind].toLowerCase()}` }}
      value={shown}
      error={error}
      onChange={onChange}
    />
  );
}
