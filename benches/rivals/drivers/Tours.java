import java.util.List;
import java.util.Scanner;

import org.jgrapht.Graph;
import org.jgrapht.alg.interfaces.HamiltonianCycleAlgorithm;
import org.jgrapht.alg.tour.HeldKarpTSP;
import org.jgrapht.alg.tour.PalmerHamiltonianCycle;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.SimpleWeightedGraph;

/** Closed tours by JGraphT: `held-karp` or `palmer`; `driver.py` tells what is read and written. */
final class Tours {
    private Tours() {}

    public static void main(String[] arguments) {
        Graph<Integer, DefaultWeightedEdge> graph = new SimpleWeightedGraph<>(DefaultWeightedEdge.class);
        Scanner in = new Scanner(System.in);
        int squares = in.nextInt();
        int moves = in.nextInt();
        for (int square = 1; square <= squares; square++) {
            graph.addVertex(square);
        }
        for (int move = 0; move < moves; move++) {
            graph.addEdge(in.nextInt(), in.nextInt());
        }
        HamiltonianCycleAlgorithm<Integer, DefaultWeightedEdge> algorithm =
            arguments[0].equals("palmer") ? new PalmerHamiltonianCycle<>() : new HeldKarpTSP<>();
        long begun = System.nanoTime();
        String answer;
        try {
            var tour = algorithm.getTour(graph);
            answer = tour == null ? "none" : "tour" + words(tour.getVertexList());
        } catch (IllegalArgumentException refusal) {
            answer = "refused " + refusal.getMessage();
        } catch (OutOfMemoryError full) {
            answer = "refused out of memory";
        }
        double inside = (System.nanoTime() - begun) / 1e9;
        System.out.println("version " + algorithm.getClass().getSimpleName() + " of JGraphT " + version());
        System.out.println(answer);
        System.out.printf("inside %.9f%n", inside);
    }

    /** The version, from the name of the file. */
    private static String version() {
        return System.getProperty("java.class.path").replaceAll(".*jgrapht-core-([0-9.]+)[.]jar.*", "$1");
    }

    /** The squares of a closed tour; the list names the first again at its end. */
    private static String words(List<Integer> squares) {
        StringBuilder words = new StringBuilder();
        squares.subList(0, squares.size() - 1).forEach(square -> words.append(' ').append(square));
        return words.toString();
    }
}
