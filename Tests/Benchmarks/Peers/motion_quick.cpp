// The case `motion` with Qt Quick's software scene graph, painted into a QImage through QQuickRenderControl.
//
// Usage: motion_quick [FOLDER]; pictures go to FOLDER. The properties are driven in two ways, of which the faster one counts: by setters called from
// C++ for each frame, and by NumberAnimation and ColorAnimation of QML with the spring as their easing curve.
#include <QGuiApplication>
#include <QtGui>
#include <QtQml>
#include <QtQuick>
#include <functional>
#include <memory>
#include <vector>

#include "motion.h"

namespace {

const char *const plainBox = "Rectangle { antialiasing: transforms }";
const char *const movingNode = R"(Rectangle {
  id: box
  antialiasing: true
  property list<QtObject> moves: [
    NumberAnimation { target: box; property: "x" }, NumberAnimation { target: box; property: "y" },
    NumberAnimation { target: box; property: "rotation" }, NumberAnimation { target: box; property: "opacity" }
  ]
})";
const char *const movingBox = R"(Rectangle {
  id: box
  property list<QtObject> moves: [ColorAnimation { target: box; property: "color" }]
})";

// Of the frame under way; the spring is worked out once a frame.
int frame = 0;
double progress = 0;

double spring(double) { return progress; }

// Clock of Qt's own animations.
class Driver : public QAnimationDriver {
public:
  qint64 elapsed() const override { return qint64(motion_time(frame) * 1000 + 0.5); }
  void advance() override { advanceAnimation(); }
};

QColor color(motion_color c) { return QColor(c.red, c.green, c.blue); }

void fail(const QString &what) {
  fprintf(stderr, "motion_quick: %s\n", qPrintable(what));
  exit(1);
}

class Scene {
public:
  Scene(const motion_scene &scene, bool animated) : scene(scene), window(&control), picture(MOTION_WIDTH, MOTION_HEIGHT, QImage::Format_RGB32) {
    const char *box = !animated ? plainBox : scene.transforms ? movingNode : movingBox;
    engine.rootContext()->setContextProperty("transforms", bool(scene.transforms));
    QQmlComponent component(&engine);
    component.setData(
        QByteArray("import QtQuick\nItem { width: 800; height: 480; property alias boxes: boxes\nRepeater { id: boxes; model: ") +
            QByteArray::number(scene.count) + "; delegate: " + box + " } }",
        QUrl());
    root.reset(qobject_cast<QQuickItem *>(component.create()));
    if (!root) fail(component.errorString());
    window.setGeometry(0, 0, MOTION_WIDTH, MOTION_HEIGHT);
    window.contentItem()->setSize(QSizeF(MOTION_WIDTH, MOTION_HEIGHT));
    window.setColor(Qt::white);
    window.setRenderTarget(QQuickRenderTarget::fromPaintDevice(&picture));
    root->setParentItem(window.contentItem());
    QObject *repeater = qvariant_cast<QObject *>(root->property("boxes"));
    for (int i = 0; i < scene.count; i++) {
      QQuickItem *item = nullptr;
      QMetaObject::invokeMethod(repeater, "itemAt", Q_RETURN_ARG(QQuickItem *, item), Q_ARG(int, i));
      if (!item) fail("an item is missing");
      item->setPosition(QPointF(motion_x(&scene, i), motion_y(&scene, i)));
      item->setSize(QSizeF(scene.side - 4, scene.side - 4));
      item->setProperty("color", color(motion_start_color(i)));
      items.push_back(item);
    }
    colorIndex = items[0]->metaObject()->indexOfProperty("color");
  }

  void prepare() {
    control.polishItems();
    control.sync();
  }
  void paint() { control.render(); }

  // Sets what moves, as of the frame under way.
  void drive() {
    for (int i = 0; i < scene.count; i++) {
      QQuickItem *item = items[size_t(i)];
      if (scene.transforms) {
        item->setPosition(QPointF(motion_x(&scene, i) + motion_target_x(i) * progress, motion_y(&scene, i) + motion_target_y * progress));
        item->setRotation(motion_target_turn * progress * 180 / M_PI);
        item->setOpacity(motion_opacity(progress));
      } else {
        // A property's write without the QVariant of setProperty().
        QColor c = color(motion_color_at(i, progress));
        int status = -1, flags = 0;
        void *arguments[] = {&c, nullptr, &status, &flags};
        QMetaObject::metacall(item, QMetaObject::WriteProperty, colorIndex, arguments);
      }
    }
  }

  // Starts Qt's own animations.
  void animate(Driver &driver) {
    for (int i = 0; i < scene.count; i++) {
      QQmlListReference moves(items[size_t(i)], "moves");
      if (scene.transforms) {
        animate(moves.at(0), motion_x(&scene, i), motion_x(&scene, i) + motion_target_x(i));
        animate(moves.at(1), motion_y(&scene, i), motion_y(&scene, i) + motion_target_y);
        animate(moves.at(2), 0.0, motion_target_turn * 180 / M_PI);
        animate(moves.at(3), 1.0, motion_target_opacity);
      } else {
        animate(moves.at(0), color(motion_start_color(i)), color(motion_target_color));
      }
    }
    // They are started by events, one of which posts the next.
    for (int i = 0; i < 5; i++) QCoreApplication::processEvents();
    driver.advance();
  }

  const motion_scene &scene;
  QQuickRenderControl control;
  QQuickWindow window;
  QQmlEngine engine;
  std::unique_ptr<QQuickItem> root;
  std::vector<QQuickItem *> items;
  QImage picture;
  int colorIndex = -1;

private:
  static void animate(QObject *animation, const QVariant &from, const QVariant &to) {
    QEasingCurve curve;
    curve.setCustomType(spring);
    animation->setProperty("from", from);
    animation->setProperty("to", to);
    animation->setProperty("duration", 4000);
    if (!animation->setProperty("easing", QVariant::fromValue(curve))) fail("an animation has no easing");
    QMetaObject::invokeMethod(animation, "start");
  }
};

// Runs the scene once; with `animated` by Qt's own animations.
void run(const motion_scene &which, bool animated, Driver &driver, motion_times &times, const char *folder) {
  frame = 0;
  progress = 0;
  Scene scene(which, animated);
  scene.prepare();
  scene.paint();
  if (animated) scene.animate(driver);
  for (frame = 1; frame <= MOTION_FRAMES; frame++) {
    double begin = motion_cpu();
    progress = motion_progress(motion_time(frame));
    if (animated)
      driver.advance();
    else
      scene.drive();
    scene.prepare();
    double prepared = motion_cpu();
    scene.paint();
    times.whole[frame - 1] = motion_cpu() - begin;
    times.before[frame - 1] = prepared - begin;
    if (frame == MOTION_PICTURE && folder && !scene.picture.save(QString("%1/quick-motion-%2%3.png").arg(folder, which.metric, animated ? "-animated" : "")))
      fail("cannot write a picture");
  }
}

}  // namespace

int main(int argc, char **argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  qputenv("QT_QUICK_BACKEND", "software");
  QQuickWindow::setGraphicsApi(QSGRendererInterface::Software);
  QGuiApplication app(argc, argv);
  Driver driver;
  driver.install();
  static const char *const ways[2] = {"setters called for each frame", "NumberAnimation and ColorAnimation"};
  for (const motion_scene &scene : motion_scenes) {
    static motion_times times[2];
    double medians[2];
    for (int animated = 0; animated < 2; animated++) {
      run(scene, animated, driver, times[animated], argc > 1 ? argv[1] : nullptr);
      medians[animated] = motion_median(&times[animated]);
    }
    int best = medians[1] < medians[0];
    char note[200];
    snprintf(note, sizeof note, "Qt %s, %s: what moves, polish and sync; median", qVersion(), ways[best]);
    motion_line("quick", scene.metric, "evaluation", times[best].before, note);
    snprintf(note, sizeof note, "Qt %s, %s: the whole frame, painting included; median", qVersion(), ways[best]);
    motion_line("quick", scene.metric, "frame", times[best].whole, note);
    snprintf(note, sizeof note, "Qt %s, %s: the whole frame, painting included; median", qVersion(), ways[!best]);
    motion_line("quick", scene.metric, "frame_otherwise", times[!best].whole, note);
  }
  return 0;
}
