/** A request to the four interfaces. */
export interface MockRequest {
  /** The path of the URL, e.g. `/router/v1/price`. */
  path: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** The parsed JSON body; undefined without one. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read fields of their own requests.
  body: any
}

/** The response of a path. */
export interface MockResponse {
  /** Default 200. */
  status?: number
  headers?: Record<string, string>
  /** Sent as JSON, a string as it is. */
  body: unknown
  delayMs?: number
}

export type MockResponder = (request: MockRequest) => MockResponse | Promise<MockResponse>
