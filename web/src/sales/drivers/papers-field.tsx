import type { DriverDocument } from '@aisle/contract/sales/drivers';
import { Anchor, Button, CloseButton, FileButton, Input } from '@mantine/core';
import { IconFilePlus, IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './drivers.module.css';

/** Saved already, or a file to upload with the form. */
export type KeptDocument =
  | { document: DriverDocument; file?: undefined }
  | { file: File; document?: undefined };

const types = 'application/pdf,image/jpeg,image/png,image/webp,image/avif';
const maxBytes = 10 * 1024 * 1024;

interface PapersFieldProps {
  papers: KeptDocument[];
  onChange: (papers: KeptDocument[]) => void;
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
      <ul className={classes.papers} aria-label="Documents">
        {papers.map((paper) => {
          const name = paper.file ? paper.file.name : paper.document.name;
          return (
            <li key={paper.document?._id ?? `${name}${paper.file?.lastModified}`} className={classes.paper}>
              <IconFileText size={16} aria-hidden />
              <span className={classes.paperName}>{name}</span>
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
    <ul className={classes.papers}>
      {documents.map((document) => (
        <li key={document._id} className={classes.paper}>
          <IconFileText size={16} aria-hidden />
          <Anchor className={classes.paperName} href={document.url} target="_blank" inherit>
            {document.name}
          </Anchor>
        </li>
      ))}
    </ul>
  );
}
