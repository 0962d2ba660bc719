import type { DriverDocument } from '@aisle/contract/sales/drivers';
import { Anchor, Button, CloseButton, FileButton, Input } from '@mantine/core';
import { IconFilePlus, IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './drivers.module.css';

/** A stored document, or a file to upload with the form. */
export type StoredDocument =
  | { document: DriverDocument; file?: undefined }
  | { file: File; document?: undefined };

const types = 'application/pdf,image/jpeg,image/png,image/webp,image/avif';
const maxBytes = 10 * 1024 * 1024;

interface PapersFieldProps {
  papers: StoredDocument[];
  onChange: (papers: StoredDocument[]) => void;
}
/** License, insurance and other documents, as PDF or image. */
export function PapersField({ papers, onChange }: PapersFieldProps) {
  const [problem, setProblem] = useState<string>();
  function add(files: File[]): void {
    const isGood = (file: File) => types.split(',').includes(file.type) && file.size <= maxBytes;
    const wrong = files.find((file) => !isGood(file));
    setProblem(wrong && `${wrong.name} can't be uploaded. Use PDF, JPEG, PNG, WebP or AVIF up to 10 MB`);
    onChange([...papers, ...files.filter(isGood).map((file) => ({ file }))]);
  }
  return (
    <Input.Wrapper
      label="Documents"
      labelElement="div"
      description="License or insurance, as PDF or image"
      error={problem}
    >
      <ul className="plain-list grid gap-1 mt-1 mb-2" aria-label="Documents">
        {papers.map((paper) => {
          const name = paper.file ? paper.file.name : paper.document.name;
          return (
            <li
              key={paper.document?._id ?? `${name}${paper.file?.lastModified}`}
              className={`row gap-2 ${classes.paper}`}
            >
              <IconFileText size={16} aria-hidden />
              <span className="grow min-w-0 truncate">{name}</span>
              <CloseButton
                size="sm"
                aria-label={`Remove ${name}`}
                onClick={() => onChange(papers.filter((other) => other !== paper))}
              />
            </li>
          );
        })}
      </ul>
      <FileButton accept={types} multiple onChange={add}>
        {(props) => (
          <Button {...props} variant="default" size="sm" leftSection={<IconFilePlus size={16} />}>
            Add documents
          </Button>
        )}
      </FileButton>
    </Input.Wrapper>
  );
}

/** The documents as links. */
export function Papers({ documents }: { documents: readonly DriverDocument[] }) {
  return (
    <ul className="plain-list grid gap-1 mt-1 mb-2">
      {documents.map((document) => (
        <li key={document._id} className={`row gap-2 ${classes.paper}`}>
          <IconFileText size={16} aria-hidden />
          <Anchor className="grow min-w-0 truncate" href={document.url} target="_blank" inherit>
            {document.name}
          </Anchor>
        </li>
      ))}
    </ul>
  );
}
