import { type Call, expand } from './api.ts';
import { ApiProblem } from './errors.ts';
import type { FaultRule } from './faults.ts';
import { type Form, Params, parseForm } from './form.ts';
import type { Answer } from './idempotency.ts';
import { matchRoute } from './routes.ts';
import { type LoggedRequest, newId, type World } from './world.ts';

export interface ApiRequest {
  method: string;
  path: string;
  /** The form of the body, or the query of a GET. */
  form: string;
  /** A file of a multipart body. */
  upload?: { name: string; type: string; bytes: number };
  key: string | null;
  account: string | null;
  authorization: string;
}

export interface ApiResponse extends Answer {
  replayed: boolean;
  /** The connection breaks or stays silent instead of an answer. */
  withheld: 'lost' | 'silent' | null;
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const serverError = new ApiProblem('An unknown error occurred', { status: 500, type: 'api_error' });

/** Answers one call, with the fault that strikes it. */
export async function execute(world: World, secretKey: string, request: ApiRequest): Promise<ApiResponse> {
  const { method, path } = request;
  const fault = world.faults.next(method, path);
  const logged = logRequest(world, request, fault);
  const requestId = logged.id;
  const respond = (answer: Answer, rest: Partial<ApiResponse> = {}): ApiResponse => {
    logged.status = rest.withheld ? null : answer.status;
    logged.replayed = rest.replayed ?? false;
    return { replayed: false, withheld: null, ...answer, ...rest };
  };
  const refuse = (problem: ApiProblem) => respond(answerOf(problem, requestId));
  const nothing: Answer = { status: 0, body: '', requestId };

  if (fault?.kind === 'connectionLost') return respond(nothing, { withheld: 'lost' });
  if (fault?.kind === 'noAnswer') return respond(nothing, { withheld: 'silent' });
  const unauthorized = checkKey(request.authorization, secretKey);
  if (unauthorized) return refuse(unauthorized);
  if (fault?.kind === 'rateLimit') {
    return refuse(
      new ApiProblem('Request rate limit exceeded.', {
        status: 429,
        type: 'invalid_request_error',
        code: 'rate_limit',
      }),
    );
  }
  const key = method === 'POST' ? scopedKey(request) : null;
  if (key !== null) {
    try {
      const saved = world.keys.begin(key, `${method} ${path} ${request.form}`, world.clock.now());
      if (saved) return respond(saved, { replayed: true, withheld: withheldBy(fault) });
    } catch (error) {
      if (error instanceof ApiProblem) return refuse(error);
      throw error;
    }
  }
  if (fault?.kind === 'delay') await wait(fault.milliseconds ?? 2000);
  const { answer, executed } = run(world, request, { requestId, fault });
  if (key !== null) {
    if (executed) world.keys.save(key, answer);
    else world.keys.release(key);
  }
  return respond(answer, { withheld: withheldBy(fault) });
}

/** A key belongs to the account in whose name it was used. */
const scopedKey = ({ key, account }: ApiRequest) => (key === null ? null : `${account ?? ''} ${key}`);

function withheldBy(fault: FaultRule | null): ApiResponse['withheld'] {
  if (fault?.kind === 'answerLost') return 'lost';
  return fault?.kind === 'noAnswerAfterEffect' ? 'silent' : null;
}

function logRequest(
  world: World,
  { method, path, form, key, account }: ApiRequest,
  fault: FaultRule | null,
): LoggedRequest {
  const logged: LoggedRequest = {
    id: newId('req', 14),
    at: world.clock.now(),
    method,
    path,
    body: form,
    account,
    idempotencyKey: key,
    status: null,
    replayed: false,
    fault: fault?.kind ?? null,
  };
  world.log(logged);
  return logged;
}

const answerOf = (problem: ApiProblem, requestId: string): Answer => ({
  status: problem.status,
  body: JSON.stringify(problem.body()),
  requestId,
});

function checkKey(authorization: string, secretKey: string): ApiProblem | null {
  const basic = /^Basic (.+)$/.exec(authorization)?.[1];
  const given = basic
    ? Buffer.from(basic, 'base64').toString().split(':')[0]
    : /^Bearer (.+)$/.exec(authorization)?.[1];
  if (given === secretKey) return null;
  const message = given
    ? `Invalid API Key provided: ${given.slice(0, 8)}****${given.slice(-4)}`
    : 'You did not provide an API key. You need to provide your API key in the Authorization header.';
  return new ApiProblem(message, { status: 401 });
}

/** Runs the handler. `executed` tells whether it came past its validation, from where on the answer is saved under the key. */
function run(
  world: World,
  request: ApiRequest,
  { requestId, fault }: { requestId: string; fault: FaultRule | null },
): { answer: Answer; executed: boolean } {
  const { method, path, key, account, upload } = request;
  const params = new Params(formOf(request, upload));
  const call: Call = { world, params, account };
  try {
    const matched = matchRoute(method, path);
    if (!matched) throw new ApiProblem(`Unrecognized request URL (${method}: ${path}).`, { status: 404 });
    if (account !== null) world.accounts.get(account);
    const paths = params.texts('expand');
    if (fault?.kind === 'error500') return { answer: answerOf(serverError, requestId), executed: true };
    const cause = { id: requestId, idempotency_key: key };
    const [id = '', second = ''] = matched.ids;
    const result = world.during(cause, () => matched.route.handle(call, id, second));
    if (method === 'GET' && !params.ended) params.end();
    if (fault?.kind === 'error500AfterEffect') throw serverError;
    return {
      answer: { status: 200, body: JSON.stringify(expand(call, { answer: result, paths })), requestId },
      executed: true,
    };
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    return { answer: answerOf(error, requestId), executed: params.ended };
  }
}

function formOf({ form }: ApiRequest, upload: ApiRequest['upload']): Form {
  const fields = parseForm(form);
  if (!upload) return fields;
  return { ...fields, file: { name: upload.name, type: upload.type, size: String(upload.bytes) } };
}
