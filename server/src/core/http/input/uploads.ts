import { createWriteStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { bodyLimitOf, type FileRule, type Route } from '@aisle/contract/core/route';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { malformed, problem, tooLarge, wrongField } from '../../problem.ts';

/** An uploaded file, on disk until the request ends. Its type follows from its content, not from its name. */
export interface Upload {
  /** Its path in the form, for error messages: 'logo', 'images.2'. */
  field: string;
  name: string;
  path: string;
  bytes: number;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}
/** Uploads by field name. */
export type Uploads = Record<string, Upload[]>;

const mib = 1024 * 1024;
export const maxTable = 50 * mib;
const sizeLimits: Record<FileRule['kind'], number> = {
  image: 10 * mib,
  document: 10 * mib,
  table: maxTable,
  archive: 500 * mib,
};
/** Per request. */
const maxFiles = 20;

interface ReadUploads {
  /** The text fields of a form; undefined if the body was JSON. */
  fields: Record<string, unknown> | undefined;
  files: Uploads;
  clear(): Promise<void>;
}
const nothing: ReadUploads = { fields: undefined, files: {}, clear: async () => {} };

/**
 * Reads a multipart form: saves files to disk, and parses text fields as the values that they encode. JSON bodies stay
 * unchanged.
 */
export async function readUploads(
  request: FastifyRequest,
  route: Route,
  signal: AbortSignal,
): Promise<ReadUploads> {
  if (route.raw) return readRaw(request, route.raw, signal);
  if (!request.isMultipart()) return nothing;
  if (!route.files && !route.takesForms)
    throw problem('unsupported-type', { reason: "Send JSON. This endpoint doesn't accept files" });
  const folder = await mkdtemp(path.join(tmpdir(), 'aisle-upload-'));
  const clear = () => rm(folder, { recursive: true, force: true });
  try {
    return { ...(await readParts({ request, route, signal }, route.files ?? {}, folder)), clear };
  } catch (error) {
    await clear();
    throw isUnreadable(error)
      ? malformed('The form data is incomplete. Send a complete multipart/form-data body')
      : error;
  }
}

/** Reads a body that is a single file, as the upload `raw`. */
async function readRaw(
  request: FastifyRequest,
  raw: NonNullable<Route['raw']>,
  signal: AbortSignal,
): Promise<ReadUploads> {
  const { body } = request;
  if (!(body instanceof Readable)) {
    throw problem('unsupported-type', { reason: `Send the content as ${raw.types.join(' or ')}` });
  }
  const limit = raw.maxMiB * mib;
  if (Number(request.headers['content-length']) > limit) {
    throw problem('too-large', { limit: `${raw.maxMiB} MiB` });
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'aisle-upload-'));
  const clear = () => rm(folder, { recursive: true, force: true });
  const target = path.join(folder, 'raw');
  try {
    const bytes = await writeUpTo(target, body, limit);
    if (bytes > limit) throw problem('too-large', { limit: `${raw.maxMiB} MiB` });
    return {
      fields: {},
      files: { raw: [{ field: 'raw', name: 'raw', path: target, bytes, signal }] },
      clear,
    };
  } catch (error) {
    await clear();
    throw error;
  }
}

/** Writes at most the limit and leaves the rest unread, so that a client that is still sending gets the response. */
async function writeUpTo(target: string, body: Readable, limit: number): Promise<number> {
  const file = await open(target, 'w');
  let bytes = 0;
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      bytes += (chunk as Buffer).length;
      if (bytes > limit) break;
      await file.appendFile(chunk as Buffer);
    }
  } finally {
    await file.close();
  }
  return bytes;
}

/** The parser throws errors without a code for forms without a boundary or an end. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof Error && error.name === 'Error' && !('code' in error);

interface Form {
  request: FastifyRequest;
  route: Route;
  signal: AbortSignal;
}
async function readParts({ request, route, signal }: Form, rules: Record<string, FileRule>, folder: string) {
  const fields: Record<string, unknown> = {};
  const files: Uploads = {};
  let count = 0;
  const limit = Math.max(0, ...Object.values(rules).map((rule) => sizeLimits[rule.kind]));
  const maxText = bodyLimitOf(route);
  let text = 0;
  const limits = { fileSize: limit, files: maxFiles, fields: 200, fieldSize: maxText };
  for await (const part of request.parts({ limits })) {
    const name = part.fieldname.replace(/\[\]$/, '');
    if (part.type === 'field') {
      text += String(part.value).length;
      if (part.valueTruncated || text > maxText) throw tooLarge(maxText);
      const value = valueFor(route, name, String(part.value));
      // A repeated name makes a list.
      fields[name] = name in fields ? [fields[name], value].flat() : value;
      continue;
    }
    const rule = rules[name];
    if (!rule) throw wrongField(name, `Unknown file '${name}'`);
    const sofar = files[name] ?? [];
    files[name] = sofar;
    if (sofar.length > 0 && !rule.many) throw wrongField(name, 'Only one file is allowed here');
    const target = path.join(folder, String(count++));
    await pipeline(part.file, createWriteStream(target));
    const bytes = part.file.bytesRead;
    if (part.file.truncated || bytes > sizeLimits[rule.kind]) {
      throw tooLarge(sizeLimits[rule.kind]);
    }
    const field = rule.many ? `${name}.${sofar.length}` : name;
    sofar.push({ field, name: plainName(part.filename), path: target, bytes, signal });
  }
  return { fields, files };
}

/** A repeated name creates a list. */
function valueFor(route: Route, name: string, text: string): unknown {
  const field: unknown = route.body instanceof z.ZodObject ? route.body.shape[name] : undefined;
  const meaning = meaningOf(text);
  if (!(field instanceof z.ZodType)) return meaning;
  // Returns the text unchanged if the schema takes text or a list of texts; otherwise parses it as JSON.
  if (meaning === null && field.safeParse(null).success) return null;
  if (field.safeParse(text).success) return text;
  if (Array.isArray(meaning) || field.safeParse(meaning).success) return meaning;
  // Form-filling programs send `null` for an empty value, even for text fields.
  return field.safeParse([text]).success ? [text] : meaning;
}

/** A list with a single value sends its name only once. */
function meaningOf(text: string): unknown {
  if (!/^(true|false|null|-?\d+(\.\d+)?|\[[\s\S]*\]|\{[\s\S]*\})$/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * A file's name without folders, control characters and bidirectional overrides (they show "exe.jpg" for "gpj.exe"). For
 * display only, never for paths.
 */
const plainName = (name: string | undefined): string =>
  (name ?? 'file')
    .toWellFormed()
    .replace(/^.*[\\/]/s, '')
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .slice(0, 200)
    // The cut may have split an emoji.
    .toWellFormed() || 'file';
