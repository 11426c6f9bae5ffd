/**
 * A request to the four interfaces.
 * @example
 * const isPurchase = ({ body }: MockRequest) => body?.orderType === 'BUY'
 */
export interface MockRequest {
  /** The path of the URL, e.g. `/router/v1/price`. */
  path: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** The parsed JSON body; undefined without one. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read fields of their own requests.
  body: any
}

/**
 * The response of a path.
 * @example
 * const refusal: MockResponse = { status: 400, body: { statusCode: 400, error: 'No route' }, delayMs: 500 }
 */
export interface MockResponse {
  /** Default 200. */
  status?: number
  headers?: Record<string, string>
  /** Sent as JSON; a string is sent unchanged. */
  body: unknown
  /** Milliseconds before the response. Default 0. */
  delayMs?: number
}

/**
 * Responds to the requests to a path. A rejection simulates a lost connection.
 * @example
 * const respond: MockResponder = ({ body }) => ({ body: { received: body } })
 * createMockService().answer('/router/v1/price', respond)
 */
export type MockResponder = (request: MockRequest) => MockResponse | Promise<MockResponse>
