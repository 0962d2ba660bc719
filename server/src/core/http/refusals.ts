import { finished } from 'node:stream/promises';
import { type Envelope, fieldErrors, maxFieldErrors } from '@aisle/contract/core/envelope';
import type { ProblemCode } from '@aisle/contract/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type ConstraintProblems, problemOfDatabase, writeTroubleOf } from '../db/database-problems.ts';
import { malformed, Problem, problem, tooLarge } from '../problem.ts';

/** Seconds after which a retry makes sense. */
const retryAfter: Partial<Record<ProblemCode, number>> = {
  unavailable: 2,
  busy: 5,
  'out-of-memory': 5,
  'disk-full': 60,
  'read-only': 60,
};

function sendProblem(found: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { code, details, fields, data } = found;
  request.problem = found;
  const again = code === 'too-many-requests' ? (details.seconds ?? 60) : retryAfter[code];
  if (again !== undefined) reply.header('retry-after', String(again));
  const body: Envelope = {
    status: false,
    message: found.message,
    ...(data !== undefined && { data }),
    error: {
      code,
      ...(fields && { fields: fields.slice(0, maxFieldErrors) }),
      ...(Object.keys(details).length > 0 && { details }),
      requestId: request.id,
    },
  };
  return reply.status(found.status).send(body);
}

/** Sends a problem as it is. Logs any other error in full and responds without details. */
export async function sendError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  known: ConstraintProblems,
): Promise<FastifyReply> {
  if (error instanceof Problem ? error.status === 413 : error.statusCode === 413)
    await awaitResponse(request);
  const found = error instanceof Problem ? error : foundIn(error, request, known);
  if (found) {
    request.server.writeTrouble.note(found, request.log);
    if (found.status === 403) await request.server.refusalLog.note(found, request);
    return sendProblem(found, request, reply);
  }
  request.log.error({ err: error, requestId: request.id }, 'unexpected error');
  return reply.status(500).send({
    status: false,
    message: 'Something went wrong on our side. Try again',
    error: { code: 'unexpected', requestId: request.id },
  } satisfies Envelope);
}

function foundIn(
  error: FastifyError,
  request: FastifyRequest,
  known: ConstraintProblems,
): Problem | undefined {
  const found = problemOfFastify(error, request) ?? problemOfDatabase(error, known) ?? writeTroubleOf(error);
  // A write on a route declared as read-only is a bug, not a problem of the database.
  const isOurs = found?.code === 'read-only' && request.routeOptions.config.route?.reads;
  return isOurs ? undefined : found;
}

/** Converts the web framework's own errors into problems. */
function problemOfFastify(error: FastifyError, request: FastifyRequest): Problem | undefined {
  const { code, statusCode } = error;
  if (error instanceof z.ZodError) return problem('validation-failed', {}, { fields: fieldErrors(error) });
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return problem('unsupported-type', {
      reason: 'Send JSON, or a multipart form if the endpoint accepts files',
    });
  }
  if (statusCode === 413) return tooLarge(request.routeOptions.bodyLimit);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return malformed(error.message);
  }
  return undefined;
}

export const sendNotFound = (request: FastifyRequest, reply: FastifyReply) =>
  sendProblem(problem('not-found', { what: 'This address' }), request, reply);

/** Reads the rest of a body, because a client that is still sending when the connection closes never gets the response. */
async function awaitResponse({ raw }: FastifyRequest): Promise<void> {
  await finished(raw.resume(), { signal: AbortSignal.timeout(5_000) }).catch(() => {});
}
