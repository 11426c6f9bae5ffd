import { MOCK_SCENARIOS } from '../../../src/testing/mock/mock-scenarios.ts'

export default {
  /** Returns the name and the description of each scenario of the mock service. */
  load: () => Object.entries(MOCK_SCENARIOS).map(([name, { description }]) => ({ name, description })),
}
