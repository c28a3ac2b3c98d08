import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Runs the quickest test files first, because the first failed test detects the mutant and ends the run. */
export default class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { cache } = this.ctx;
    const duration = (file: TestSpecification) =>
      cache.getTestSpecificationResult(file)?.duration ?? 0;
    return files.toSorted((a, b) => duration(a) - duration(b));
  }
}
