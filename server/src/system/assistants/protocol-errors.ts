import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

export const invalidParams = (message: string): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, message);
