import type { EnvironmentTraits } from '../../backend/environment.ts';
import { findJdk, isJdk } from './jdk.ts';
import { javaProject } from './java-project.ts';
import { BUILD_FILES } from './source-roots.ts';

/** Where the class path comes from. No build tool is run for it. */
const CLASS_PATHS = {
  maven: 'class path by pom.xml, from the local repository',
  gradle: 'class path by the build script, from the caches of Gradle and Maven',
  plain: 'no build file, so a class path of the sources alone',
} as const;

export const javaEnvironment: EnvironmentTraits = {
  language: 'Java',
  markers: BUILD_FILES,
  extensions: ['.java'],
  describe(folder, search) {
    const project = javaProject(folder, search.workspaceRoot);
    if (project === undefined) return undefined;
    const { root, kind, release } = project;
    const jdk = findJdk(root, search, release);
    const asked =
      release === undefined
        ? 'the first of its version file, JAVA_HOME and PATH'
        : `the first of its version file, JAVA_HOME and PATH that has Java ${release}`;
    return isJdk(jdk)
      ? { root, uses: `JDK ${jdk.version} ${jdk.home}, ${CLASS_PATHS[kind]}`, why: asked }
      : { root, uses: 'no JDK', why: jdk.reason };
  },
};
