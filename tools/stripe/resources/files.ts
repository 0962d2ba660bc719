import type Stripe from 'stripe';
import { type ApiRoute, type Call, listPage } from '../api.ts';
import { ApiProblem, invalidParameter, missingParameter } from '../errors.ts';
import { newId } from '../world.ts';

const types = ['application/pdf', 'image/jpeg', 'image/png'];
/** The limit of one file of evidence: https://docs.stripe.com/file-upload */
const maxBytes = 5 * 1024 * 1024;

/** Accepts a file of evidence. Its content is not kept. */
function createFile({ world, params }: Call): Stripe.File {
  const purpose = params.choice('purpose', ['dispute_evidence']);
  const file = params.child('file');
  if (!purpose) throw missingParameter('purpose');
  if (!file) throw missingParameter('file');
  const filename = file.text('name') ?? null;
  const type = file.text('type') ?? '';
  const size = file.integer('size') ?? 0;
  if (!types.includes(type))
    throw invalidParameter('file', 'Files for this purpose must be PDF, JPEG or PNG.');
  if (size > maxBytes) throw new ApiProblem('The file is too large.', { status: 413, param: 'file' });
  params.end();
  return world.files.add({
    id: newId('file'),
    object: 'file',
    created: world.clock.now(),
    expires_at: null,
    filename,
    links: null,
    purpose,
    size,
    title: null,
    type: type.split('/')[1] ?? null,
    url: null,
  });
}

export const fileRoutes: ApiRoute[] = [
  { method: 'POST', path: '/v1/files', handle: createFile },
  {
    method: 'GET',
    path: '/v1/files',
    handle: (call) => listPage(call, { rows: call.world.files.newestFirst(), url: '/v1/files' }),
  },
  { method: 'GET', path: '/v1/files/:id', handle: ({ world }, id) => world.files.get(id) },
];
