import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import com.sun.tools.javac.api.BasicJavacTask;
import com.sun.tools.javac.api.ClientCodeWrapper;
import com.sun.tools.javac.util.Log;
import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.FileDescriptor;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticListener;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * Compiles the units of a plan, in order, and prints one JSON object a line: each finding, and the
 * end of each unit. `compile-plan.ts` writes the plan, `javac-output.ts` reads the output.
 * Needs Java 11.
 */
class Javac {
  static final PrintStream OUT = new PrintStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16), false, StandardCharsets.UTF_8);
  static final List<Unit> UNITS = new ArrayList<>();

  /** @param args the plan, the folder for class files, further options of javac */
  public static void main(String[] args) throws IOException {
    // For what annotation processors print.
    System.setOut(System.err);
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    List<String> more = Arrays.asList(args).subList(2, args.length);
    read(Path.of(args[0]));
    Path out = Path.of(args[1]);
    delete(out);
    for (Unit unit : UNITS) unit.findFiles();
    try {
      for (Unit unit : UNITS) unit.compile(javac, out.resolve(String.valueOf(UNITS.indexOf(unit))), more);
    } finally {
      OUT.flush();
      delete(out);
    }
  }

  /** A line is a word, a space and a value. */
  static void read(Path plan) throws IOException {
    Unit unit = null;
    for (String line : Files.readAllLines(plan)) {
      String value = line.substring(line.indexOf(' ') + 1);
      switch (line.substring(0, line.indexOf(' '))) {
        case "unit":
          unit = new Unit(value);
          UNITS.add(unit);
          break;
        case "option": unit.options.add(value); break;
        case "root": unit.roots.add(Path.of(value)); break;
        case "folder": unit.folders.add(Path.of(value)); break;
        case "sources": unit.sourcePath.add(Path.of(value)); break;
        case "jar": unit.entries.add(Path.of(value)); break;
        case "needs": unit.entries.add(UNITS.get(Integer.parseInt(value))); break;
        case "partial": unit.isPartial = true; break;
        case "processor": unit.processors.add(Path.of(value)); break;
        default: throw new IllegalArgumentException(line);
      }
    }
  }

  static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) return;
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : (Iterable<Path>) paths.sorted(Comparator.reverseOrder())::iterator) Files.deleteIfExists(path);
    }
  }

  /** What one run of javac compiles. */
  static class Unit implements DiagnosticListener<JavaFileObject>, TaskListener {
    final String name;
    final List<String> options = new ArrayList<>();
    /** With all folders below them. */
    final List<Path> roots = new ArrayList<>();
    final List<Path> folders = new ArrayList<>();
    final List<Path> sourcePath = new ArrayList<>();
    /** Of the class path: a path, or another unit. */
    final List<Object> entries = new ArrayList<>();
    final List<Path> processors = new ArrayList<>();
    final Map<JavaFileObject, int[]> lineStarts = new HashMap<>();
    final Set<String> incomplete = new TreeSet<>();
    Path classes;
    final Set<Path> files = new LinkedHashSet<>();
    /** Its class path is known to lack something. */
    boolean isPartial;
    boolean isModule;
    boolean hasErrors;
    int analyzed;
    int errors;
    int syntaxErrors;
    boolean hasEntered;
    /** Annotation processors have run, which may add members to its classes. */
    boolean isProcessed;
    /** Why not all was checked. */
    String failure;
    Log log;
    JavacTask task;

    Unit(String name) {
      this.name = name;
    }

    void compile(JavaCompiler javac, Path out, List<String> more) {
      try {
        isModule = files.stream().anyMatch(file -> file.endsWith("module-info.java"));
        classes = Files.createDirectories(out.resolve("classes"));
        if (!files.isEmpty()) failure = run(javac, Files.createDirectories(out.resolve("sources")), more);
      } catch (Exception | StackOverflowError | OutOfMemoryError | AssertionError error) {
        // Bugs of javac and of annotation processors, and options that javac does not know.
        failure = error.getMessage() == null ? error.toString() : error.getMessage().replaceFirst("^error: ", "");
      }
      if (failure != null) hasErrors = true;
      OUT.println("{\"unit\":" + json(name) + ",\"incomplete\":["
          + incomplete.stream().map(Javac::json).collect(Collectors.joining(",")) + "]" + (failure == null ? "" : ",\"failure\":" + json(failure)) + "}");
      OUT.flush();
    }

    void findFiles() throws IOException {
      for (Path root : roots) findFiles(root, Integer.MAX_VALUE);
      for (Path folder : folders) findFiles(folder, 1);
    }

    void findFiles(Path folder, int depth) throws IOException {
      if (!Files.isDirectory(folder)) return;
      try (Stream<Path> paths = Files.walk(folder, depth)) {
        paths.filter(path -> path.getFileName().toString().endsWith(".java") && Files.isRegularFile(path)).sorted().forEach(files::add);
      }
    }

    /** Returns why not all was checked, or null. */
    String run(JavaCompiler javac, Path generated, List<String> more) throws IOException {
      StringWriter printed = new StringWriter();
      try (StandardJavaFileManager manager = javac.getStandardFileManager(this, Locale.ENGLISH, StandardCharsets.UTF_8)) {
        List<Path> path = new ArrayList<>();
        Set<Path> compiled = new LinkedHashSet<>(files);
        for (Object entry : entries) {
          if (entry instanceof Path) {
            path.add((Path) entry);
            continue;
          }
          Unit unit = (Unit) entry;
          if (!unit.hasErrors) {
            path.add(unit.classes);
            continue;
          }
          // It has no class files, so its sources take their place.
          if (!canRepeat(unit)) return "it depends on " + unit.name + ", which has errors";
          compiled.addAll(unit.files);
        }
        manager.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(classes));
        manager.setLocationFromPaths(StandardLocation.SOURCE_OUTPUT, List.of(generated));
        manager.setLocationFromPaths(isModule ? StandardLocation.MODULE_PATH : StandardLocation.CLASS_PATH, path);
        if (isModule) manager.setLocationFromPaths(StandardLocation.CLASS_PATH, List.of());
        // Without a source path, javac looks for sources on the class path.
        if (!isModule) manager.setLocationFromPaths(StandardLocation.SOURCE_PATH, sourcePath);
        if (!processors.isEmpty()) manager.setLocationFromPaths(StandardLocation.ANNOTATION_PROCESSOR_PATH, processors);
        // By default an error of one class hides those that the analysis of flow would find in others.
        List<String> words = new ArrayList<>(List.of("-Xmaxerrs", "0", "-Xmaxwarns", "0", "-implicit:none", "--should-stop=ifError=FLOW"));
        words.addAll(options);
        words.addAll(more);
        task = (JavacTask) javac.getTask(printed, manager, this, words, null, manager.getJavaFileObjectsFromPaths(compiled));
        log = Log.instance(((BasicJavacTask) task).getContext());
        task.addTaskListener(this);
        hasErrors = !task.call();
        if (failure != null || !hasErrors) return failure;
        if (syntaxErrors > 0) return "no types are checked while there are syntax errors";
        if (errors == 0) return printed.toString().strip();
        return analyzed == 0 ? "no types were checked" : null;
      }
    }

    /** Whether the sources of another unit mean the same if this one compiles them. */
    boolean canRepeat(Unit other) {
      if (other.isModule || isModule || other.syntaxErrors > 0) return false;
      return !other.isProcessed || processors.equals(other.processors) && (!processors.isEmpty() || entries.containsAll(other.entries));
    }

    @Override
    public void started(TaskEvent event) {
      if (event.getKind() == TaskEvent.Kind.ANNOTATION_PROCESSING) isProcessed = true;
      if (event.getKind() != TaskEvent.Kind.ENTER || hasEntered) return;
      hasEntered = true;
      syntaxErrors = errors;
    }

    @Override
    public void finished(TaskEvent event) {
      if (event.getKind() != TaskEvent.Kind.ANALYZE) return;
      TypeElement type = event.getTypeElement();
      analyzed += 1;
      // Looking for a class that is missing hides what javac would say about it later.
      if (isPartial && type != null && !(isComplete(type) && isAnnotated(type))) incomplete.add(type.getSimpleName().toString());
    }

    /** Whether all its annotations and those of its fields were found: the processor of another may add members. */
    boolean isAnnotated(TypeElement type) {
      Trees trees = Trees.instance(task);
      TreePath path = trees.getPath(type);
      // A module, or a package.
      if (path == null || !(path.getLeaf() instanceof ClassTree)) return true;
      ClassTree tree = (ClassTree) path.getLeaf();
      Stream<ModifiersTree> ofFields = tree.getMembers().stream().filter(VariableTree.class::isInstance).map(each -> ((VariableTree) each).getModifiers());
      return Stream.concat(Stream.of(tree.getModifiers()), ofFields).flatMap(each -> each.getAnnotations().stream())
          .map(each -> trees.getTypeMirror(new TreePath(path, each.getAnnotationType())))
          .allMatch(each -> each != null && each.getKind() != TypeKind.ERROR);
    }

    /** Whether all classes and interfaces that it inherits from were found. */
    static boolean isComplete(TypeElement type) {
      try {
        return Stream.concat(Stream.of(type.getSuperclass()), type.getInterfaces().stream()).allMatch(Unit::isFound);
      } catch (RuntimeException | StackOverflowError error) {
        // A class file names another one that is missing, or classes inherit from each other.
        return false;
      }
    }

    static boolean isFound(TypeMirror type) {
      if (type.getKind() == TypeKind.ERROR) return false;
      return type.getKind() != TypeKind.DECLARED || isComplete((TypeElement) ((DeclaredType) type).asElement());
    }

    @Override
    public void report(Diagnostic<? extends JavaFileObject> found) {
      JavaFileObject source = found.getSource();
      boolean isError = found.getKind() == Diagnostic.Kind.ERROR;
      boolean isWarning = found.getKind() == Diagnostic.Kind.WARNING || found.getKind() == Diagnostic.Kind.MANDATORY_WARNING;
      if (isError) errors += 1;
      // What javac does not understand of a class is missing for all others.
      if (!isError && !isWarning || syntaxErrors > 0) return;
      // The formatter of the command line: it writes `String`, not `java.lang.String`.
      String message = found instanceof ClientCodeWrapper.DiagnosticSourceUnwrapper && log != null
          ? log.getDiagnosticFormatter().formatMessage(((ClientCodeWrapper.DiagnosticSourceUnwrapper) found).d, Locale.ENGLISH)
          : found.getMessage(Locale.ENGLISH);
      if (source == null) {
        if (isError && failure == null) failure = message;
        return;
      }
      Path file = source.getKind() == JavaFileObject.Kind.SOURCE ? Path.of(source.toUri()) : null;
      // Other units report theirs themselves.
      if (!files.contains(file) && UNITS.stream().anyMatch(unit -> unit.files.contains(file))) return;
      int[] starts = lineStarts.computeIfAbsent(source, Unit::lineStartsOf);
      int from = (int) Math.max(found.getPosition(), 0);
      int to = (int) found.getEndPosition();
      OUT.println("{\"file\":" + json(file == null ? source.getName() : file.toString()) + place("", starts, from) + (to >= from ? place("end", starts, to) : "")
          + ",\"severity\":\"" + (isError ? "error" : "warning") + "\",\"code\":" + json(found.getCode()) + ",\"message\":" + json(message) + "}");
    }

    /** 1-based, in UTF-16 code units. */
    static String place(String prefix, int[] starts, int offset) {
      int found = Arrays.binarySearch(starts, offset);
      int line = found >= 0 ? found : -found - 2;
      String names = prefix.isEmpty() ? ",\"line\":%d,\"column\":%d" : ",\"endLine\":%d,\"endColumn\":%d";
      return String.format(Locale.ROOT, names, line + 1, offset - starts[line] + 1);
    }

    /** Of `\n`, `\r\n` and `\r`. */
    static int[] lineStartsOf(JavaFileObject source) {
      List<Integer> starts = new ArrayList<>(List.of(0));
      try {
        CharSequence text = source.getCharContent(true);
        for (int at = 0; at < text.length(); at++) {
          char each = text.charAt(at);
          if (each == '\n' || each == '\r' && !(at + 1 < text.length() && text.charAt(at + 1) == '\n')) starts.add(at + 1);
        }
      } catch (IOException | UnsupportedOperationException error) {
        // A class file, or a file that is gone.
      }
      return starts.stream().mapToInt(Integer::intValue).toArray();
    }
  }

  static String json(String text) {
    StringBuilder written = new StringBuilder("\"");
    for (int at = 0; at < text.length(); at++) {
      char each = text.charAt(at);
      if (each == '"' || each == '\\') written.append('\\').append(each);
      else if (each < ' ' || Character.isSurrogate(each)) written.append(String.format(Locale.ROOT, "\\u%04x", (int) each));
      else written.append(each);
    }
    return written.append('"').toString();
  }
}
